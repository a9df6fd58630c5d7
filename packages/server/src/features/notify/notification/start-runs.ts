import type { Ctx } from '../../../platform/context.ts'
import { giveUpOnLocks } from '../../../platform/database/locks.ts'
import { announce } from '../../../platform/database/notifications.ts'
import { notifyChannel } from '../../alarms/notify-cause/cause.batch.ts'
import { settleCauses, takeCauses, type StoredCause } from '../../alarms/notify-cause/waiting-causes.ts'
import { applying, rulesAt, type MatchingRule } from '../notify-rule/rules-for.ts'
import { mergeOf } from './notification.rules.ts'
import { causeKey, insertRunCauses, insertRuns, lockMerging, mergingRun, startedRules, type NewRun } from './run.store.ts'

const projectTypeOf = async (db: Ctx['systemDb'], id: number): Promise<number | null> =>
  (await db.selectFrom('project').select('type_id').where('id', '=', id).executeTakeFirst())?.type_id ?? null

/** The rules that apply to a cause. A company's rules are read once: a storm has thousands of devices but few companies. */
export const createRules = ({ systemDb }: Pick<Ctx, 'systemDb'>) => {
  const known = new Map<string, Promise<MatchingRule[]>>()
  const types = new Map<number, Promise<number | null>>()
  /** Queried only if a rule depends on it. */
  const typeOf = (id: number): Promise<number | null> => {
    const asked = types.get(id) ?? projectTypeOf(systemDb, id)
    types.set(id, asked)
    asked.catch(() => types.delete(id))
    return asked
  }
  return async (cause: StoredCause): Promise<MatchingRule[]> => {
    const { kind: event, project_id: projectId, device_id: deviceId, level, type_id: typeId, path } = cause
    const rules = known.get(path) ?? rulesAt(systemDb, path)
    known.set(path, rules)
    // A failed lookup is repeated the next time.
    rules.catch(() => known.delete(path))
    const alarmTypeId = event === 'fault' ? null : typeId
    const all = await rules
    const asksForType = projectId !== null && all.some(({ rule }) => rule.projectTypeIds.length > 0)
    return applying(all, {
      projectId,
      projectTypeId: asksForType ? await typeOf(projectId) : null,
      deviceId,
      event,
      level,
      alarmTypeId,
      faultTypeId: event === 'fault' ? typeId : null,
    })
  }
}

interface Start {
  readonly cause: StoredCause
  readonly rule: MatchingRule
}

const merges = ({ cause, rule }: Start): boolean =>
  rule.rule.mergeWindowS > 0 && cause.level !== 'fire' && cause.project_id !== null

/**
 * Takes events out of the outbox and starts the runs of their rules, in one transaction. The first event at a project is notified at once.
 * Later ones within the rule's merge window wait for its end and are notified in one message. Fires never wait.
 * @returns how many events were taken
 */
export const startRuns = (ctx: Ctx, rulesOf: ReturnType<typeof createRules>, limit: number, id?: number): Promise<number> =>
  ctx.systemDb.transaction().execute(async (tx) => {
    // Another process may freeze while it holds the lock for merging.
    await giveUpOnLocks(tx, 1_000)
    const at = ctx.clock.now()
    const causes = await takeCauses(tx, at, limit, id)
    if (causes.length === 0) return 0
    const known = await startedRules(tx, causes)
    const starts: Start[] = []
    for (const cause of causes) {
      for (const rule of await rulesOf(cause)) {
        const key = causeKey(cause, rule.id)
        if (known.has(key)) continue
        known.add(key)
        starts.push({ cause, rule })
      }
    }
    const alone = starts.filter((start) => !merges(start))
    const begun = await insertRuns(
      tx,
      alone.map(({ cause, rule }): NewRun => ({
        cause,
        ruleId: rule.id,
        rule: rule.rule,
        fire: cause.level === 'fire',
        startedAt: beginningOf(cause, at),
        mergesUntil: null,
      })),
      at,
    )
    const causesOfRuns = alone.map(({ cause, rule }, index) => ({ runId: begun[index] ?? 0, ruleId: rule.id, cause }))
    const merging = starts.filter(merges)
    if (merging.length > 0) await lockMerging(tx)
    for (const { cause, rule } of merging) {
      causesOfRuns.push({ runId: await joinOrBegin(tx, { cause, rule }, at), ruleId: rule.id, cause })
    }
    await insertRunCauses(tx, causesOfRuns)
    // A run that was joined now covers more events, so the engine looks at it again.
    await announce(tx, notifyChannel)
    await settleCauses(
      tx,
      causes.map((cause) => cause.id),
      at,
    )
    return causes.length
  })

/** Steps count from the event, unless it lies in the future because the clock has since been set back. */
const beginningOf = ({ begins_at: beginsAt, round_at: roundAt }: StoredCause, at: Date): Date =>
  new Date(Math.min(Date.parse(beginsAt ?? roundAt), at.getTime()))

const joinOrBegin = async (tx: Ctx['systemDb'], { cause, rule }: Start, at: Date): Promise<number> => {
  const windowMs = rule.rule.mergeWindowS * 1000
  const begin = beginningOf(cause, at)
  const open = await mergingRun(tx, rule.id, cause.project_id ?? 0, cause.kind, begin.toISOString())
  const merged = mergeOf(
    open && {
      id: open.id,
      mergesUntil: Date.parse(open.merges_until ?? ''),
      takesMore: open.state === 'running' && open.progress.done === 0,
    },
    begin.getTime(),
    windowMs,
  )
  if ('joins' in merged) return merged.joins.id
  const startedAt = new Date(merged.startedAt)
  const mergesUntil = new Date(merged.mergesUntil)
  const [id] = await insertRuns(tx, [{ cause, ruleId: rule.id, rule: rule.rule, fire: false, startedAt, mergesUntil }], at)
  if (id === undefined) throw new Error('a run was not stored')
  return id
}
