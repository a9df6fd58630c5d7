import type { endpoints, EnumValue, InputOf, NotificationRun, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { NotifiedPerson } from '../../../tables/notifications.tables.ts'
import { stepsOf } from './decide.ts'
import { isOfPlace } from './notify-people.ts'

/** Rules that ran for one alarm. More than a few is rare. */
const runLimit = 50

const isUnsent = (state: EnumValue<'recordState'>): boolean => state === 'queued' || state === 'sending'

type Escalation = typeof endpoints.notificationRun.escalation

/** The progress of the notification rules for an alarm, newest first. */
export const escalationOf = (ctx: Ctx, { id }: InputOf<Escalation>): Promise<OutputOf<Escalation>> =>
  runsOf(ctx, ['alarm', 'breach'], id)

/** The same for a fault. */
export const faultEscalationOf = (
  ctx: Ctx,
  { id }: InputOf<typeof endpoints.notificationRun.faultEscalation>,
): Promise<OutputOf<Escalation>> => runsOf(ctx, ['fault'], id)

const runsOf = async (ctx: Ctx, kinds: readonly EnumValue<'notifyEvent'>[], id: number): Promise<NotificationRun[]> => {
  const runs = await ctx.db
    .selectFrom('notification_run')
    .selectAll()
    // Includes runs of several events in which this is not the first.
    .where('id', 'in', (e) =>
      e.selectFrom('notification_run_cause').select('run_id').where('kind', 'in', kinds).where('object_id', '=', id),
    )
    .orderBy('id', 'desc')
    .limit(runLimit)
    .execute()
  if (runs.length === 0) return []
  const ids = runs.map((run) => run.id)
  // Belonging to runs that the caller sees.
  const [rules, steps, records] = await Promise.all([
    ctx.db
      .selectFrom('notify_rule')
      .select('id')
      .where(
        'id',
        'in',
        runs.map((run) => run.rule_id),
      )
      .execute(),
    ctx.systemDb.selectFrom('notification_step').selectAll().where('run_id', 'in', ids).orderBy('at').orderBy('step').execute(),
    ctx.systemDb
      .selectFrom('message_record')
      .select(['run_id', 'key', 'state', 'copy_of'])
      .where(sql<boolean>`run_id = any(${ids}::bigint[])`)
      .execute(),
  ])
  const stateOf = new Map(records.map(({ key, state }) => [key, state]))
  const seen = new Set(rules.map((rule) => rule.id))
  return runs.map((run): NotificationRun => {
    // For a rule that the caller may not see: that somebody is notified, but not who.
    const nameOf = (kind: NotifiedPerson['kind'], name: string): string => (seen.has(run.rule_id) || isOfPlace(kind) ? name : '')
    const own = steps.filter((step) => step.run_id === run.id)
    const isShown = (taker: string): boolean =>
      seen.has(run.rule_id) || own.some((step) => step.told.some(({ kind, name }) => isOfPlace(kind) && name === taker))
    const takerOf = (taker: string): string | null => (isShown(taker) ? taker : null)
    return {
      id: run.id,
      ruleId: run.rule_id,
      ruleName: seen.has(run.rule_id) ? run.rule_name : '',
      event: run.event,
      startedAt: run.started_at,
      state: run.state,
      done: run.progress.done,
      of: stepsOf(run.rule, 0).length,
      nextAt: run.state === 'running' ? run.next_step_at : null,
      again: records.filter((record) => record.run_id === run.id && record.copy_of !== null && isUnsent(record.state)).length,
      stopReason: run.stop_reason,
      stoppedBy: run.stop_reason === 'tookByPhone' && run.stopped_by !== null ? takerOf(run.stopped_by) : run.stopped_by,
      stoppedAt: run.stopped_at,
      told: own.flatMap(({ step, round, told }) =>
        told.map(({ kind, at, name, channel, key }) => ({
          at,
          step,
          round,
          kind,
          name: nameOf(kind, name),
          channel,
          state: key === null ? null : (stateOf.get(key) ?? null),
        })),
      ),
      leftOut: own.flatMap(({ step, round, left_out: leftOut }) =>
        leftOut.map((one) => ({ step, round, ...one, name: nameOf(one.kind, one.name) })),
      ),
    }
  })
}
