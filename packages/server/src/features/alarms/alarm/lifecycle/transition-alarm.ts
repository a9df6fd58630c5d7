import { alarmStates, decide, DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { enumLabel, nobody } from '../../../../platform/i18n.ts'
import { transact, type Write } from '../../../../platform/transact.ts'
import { findAlarm, removeOpen, updateAlarm, type AlarmChanges, type StoredAlarm } from '../alarm.store.ts'
import { removeMutes } from '../mute.store.ts'
import { auditTarget, emitAlarm } from './alarm-event.ts'
import { settleBreaches } from './breach.store.ts'
import { recordClosing, type ClosingFacts } from './closing.ts'
import { insertSteps } from './journey.ts'

type Calls = typeof endpoints.alarm

/** A transition of an alarm: an action of its state graph, and what is written besides the state. */
export interface AlarmTransition {
  readonly id: number
  readonly action: 'confirm' | 'deal' | 'misreport'
  /** When the alarm was raised that the person saw. */
  readonly raisedAt?: string | undefined
  readonly changes: (at: string) => AlarmChanges
  /** Required to close an alarm whose source is still active. */
  readonly reason?: string | undefined
  /** What a closing records besides the state. */
  readonly closing?: ClosingFacts
}

/** Reports who moved the alarm to its current state, and when. The name is read unscoped: that person may belong to a parent company. */
const throwConflict = async (ctx: Ctx, write: Write, alarm: StoredAlarm): Promise<never> => {
  const by = alarm.closed_at === null ? alarm.confirmed_by : alarm.closed_by
  const at = alarm.closed_at ?? alarm.confirmed_at
  const account = await write.systemDb.selectFrom('account').select('name').where('id', '=', by).executeTakeFirst()
  throw new DomainError('wrongState', {
    state: enumLabel(ctx.locale, 'alarmState', alarm.state),
    who: account?.name ?? nobody,
    when: at ?? '—',
  })
}

/**
 * An alarm that was raised again since somebody saw it is a new fire: they have not seen that one.
 * @throws raisedAgain, saying when
 */
const assertSeen = (raisedAt: string, { raised_at: again, first_at: first }: StoredAlarm): void => {
  const when = again ?? first
  if (Date.parse(raisedAt) !== Date.parse(when)) throw new DomainError('raisedAgain', { when })
}

const absentMs = limits.deskAbsentMinutes * 60_000

/**
 * Only the person who has taken a site handles its alarms, until somebody takes it over or the holder is absent. A test that a person raised is
 * anybody's.
 * @throws heldByOther
 */
const assertSite = async (ctx: Ctx, write: Write, { project_id: project, tried_by: triedBy }: StoredAlarm): Promise<void> => {
  if (triedBy !== null || project === null) return
  const holder = await write.systemDb
    .selectFrom('desk_hold')
    .innerJoin('account', 'account.id', 'desk_hold.account_id')
    .select(['account.id', 'account.name', 'desk_hold.taken_at', 'desk_hold.seen_at'])
    .where('desk_hold.project_id', '=', project)
    // So that nobody takes the site over during what follows.
    .forShare('desk_hold')
    .executeTakeFirst()
  if (!holder || holder.id === ctx.actor.accountId) return
  const isAbsent = Math.abs(write.at.getTime() - Date.parse(holder.seen_at)) > absentMs
  if (!isAbsent) throw new DomainError('heldByOther', { who: holder.name, when: holder.taken_at })
}

/**
 * Performs one transition of an alarm: state graph → conditional update → journey, live event, audit. Nothing is locked
 * beforehand: of two concurrent transitions, the second finds the alarm changed.
 * @throws notFound, noAccess, wrongState (naming who was first), raisedAgain, heldByOther, closeWhileActive on `reason`
 */
export const transitionAlarm = (
  ctx: Ctx,
  { id, action, raisedAt, changes, reason, closing: facts = {} }: AlarmTransition,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const alarm = await findAlarm(write.db, id)
    if (!alarm) throw new DomainError('notFound', {}, 'id')
    const verdict = decide(alarmStates, action, alarm.state, { sourceActive: alarm.source_active }, ctx.actor)
    if (!verdict.allowed && verdict.reason === 'noAccess') throw new DomainError('noAccess')
    if (!verdict.allowed) return throwConflict(ctx, write, alarm)
    if (raisedAt !== undefined) assertSeen(raisedAt, alarm)
    await assertSite(ctx, write, alarm)

    const { to } = verdict
    if (to === 'unconfirmed') throw new Error(`${action} must not lead back to unconfirmed`)
    const closing = to !== 'confirmed'
    const silent = closing && reason === undefined
    if (silent && alarm.source_active) throw new DomainError('closeWhileActive', {}, 'reason')
    // Before the alarm itself: ingest locks the two in this order.
    if (closing) await removeOpen(write.systemDb, id)
    const by = ctx.actor.accountId
    const after = {
      ...changes(write.at.toISOString()),
      ...(alarm.source_active && reason !== undefined ? { close_reason: reason } : {}),
      state: to,
      // The response clock runs until somebody acts; somebody has.
      acknowledge_due_at: null,
    }
    if (!(await updateAlarm(write.db, alarm, after, { by, at: write.at, silent }))) {
      const now = (await findAlarm(write.db, id)) ?? alarm
      if (now.closed_at === null) assertSeen(alarm.raised_at ?? alarm.first_at, now)
      if (now.state === alarm.state) throw new DomainError('closeWhileActive', {}, 'reason')
      await throwConflict(ctx, write, now)
    }
    await settleBreaches(write.systemDb, alarm, { closing, by, at: write.at })
    await removeMutes(write.systemDb, id)
    const { handle_way: handleWay, cause, note, close_reason: closeReason } = after
    const detail = { handleWay, cause, note, closeReason, result: facts.result, losses: facts.losses }
    const said = await recordClosing(ctx, write, alarm, facts)
    await insertSteps(write.systemDb, [{ alarmId: id, step: to, at: write.at, by, detail }])
    await emitAlarm(write, alarm, to)
    write.audit({ action: `alarm.${action}`, ...auditTarget(alarm), changes: { ...changesBetween(alarm, after), ...said } })
    return { id }
  })

/** Confirms that somebody has seen the alarm and takes care of it. Stops its response clock. */
export const confirmAlarm = (ctx: Ctx, { id, raisedAt }: InputOf<Calls['confirm']>): Promise<{ id: number }> =>
  transitionAlarm(ctx, {
    id,
    action: 'confirm',
    raisedAt,
    changes: (at) => ({ confirmed_at: at, confirmed_by: ctx.actor.accountId }),
  })

/** Closes an alarm as handled. Requires a reason while its source is still active. */
export const resolveAlarm = (ctx: Ctx, input: InputOf<Calls['resolve']>): Promise<{ id: number }> =>
  transitionAlarm(ctx, {
    id: input.id,
    action: 'deal',
    raisedAt: input.raisedAt,
    reason: input.reason,
    changes: (at) => ({ closed_at: at, closed_by: ctx.actor.accountId, handle_way: input.handleWay, note: input.note }),
    closing: {
      result: input.result,
      brigade_called_at: input.brigadeCalledAt,
      losses: input.losses,
      photos: input.photos,
    },
  })

/** Closes an alarm as false, with its cause. Requires a reason while its source is still active. */
export const misreportAlarm = (ctx: Ctx, input: InputOf<Calls['misreport']>): Promise<{ id: number }> =>
  transitionAlarm(ctx, {
    id: input.id,
    action: 'misreport',
    raisedAt: input.raisedAt,
    reason: input.reason,
    changes: (at) => ({ closed_at: at, closed_by: ctx.actor.accountId, cause: input.cause, note: input.note ?? null }),
    closing: { brigade_called_at: input.brigadeCalledAt, photos: input.photos },
  })
