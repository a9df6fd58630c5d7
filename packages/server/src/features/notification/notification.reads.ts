import type { endpoints, InputOf, NotificationRun, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { stepsOf } from './decide.ts'

/** Rules that ran for one alarm; more than a few is rare. */
const runLimit = 50

/** How far notification rules have come with an alarm, the newest first. */
export const escalationOf = async (
  ctx: Ctx,
  { id }: InputOf<typeof endpoints.notificationRun.escalation>,
): Promise<OutputOf<typeof endpoints.notificationRun.escalation>> => {
  const runs = await ctx.db
    .selectFrom('notification_run')
    .selectAll()
    // Runs of several events as well, of which this alarm is not the first.
    .where('id', 'in', (e) =>
      e
        .selectFrom('notification_run_cause')
        .select('run_id')
        .where('kind', 'in', ['alarm', 'breach'])
        .where('object_id', '=', id),
    )
    .orderBy('id', 'desc')
    .limit(runLimit)
    .execute()
  if (runs.length === 0) return []
  const ids = runs.map((run) => run.id)
  // Of runs that the caller sees.
  const [steps, records] = await Promise.all([
    ctx.systemDb.selectFrom('notification_step').selectAll().where('run_id', 'in', ids).orderBy('at').orderBy('step').execute(),
    ctx.systemDb
      .selectFrom('message_record')
      .select(['key', 'state'])
      .where(sql<boolean>`run_id = any(${ids}::bigint[])`)
      .execute(),
  ])
  const stateOf = new Map(records.map(({ key, state }) => [key, state]))
  return runs.map((run): NotificationRun => {
    const own = steps.filter((step) => step.run_id === run.id)
    return {
      id: run.id,
      ruleId: run.rule_id,
      ruleName: run.rule_name,
      event: run.event,
      startedAt: run.started_at,
      state: run.state,
      done: run.progress.done,
      of: stepsOf(run.rule, 0).length,
      nextAt: run.state === 'running' ? run.next_step_at : null,
      stopReason: run.stop_reason,
      stoppedBy: run.stopped_by,
      stoppedAt: run.stopped_at,
      told: own.flatMap(({ step, round, told }) =>
        told.map(({ at, name, channel, key }) => ({
          at,
          step,
          round,
          name,
          channel,
          state: key === null ? null : (stateOf.get(key) ?? null),
        })),
      ),
      leftOut: own.flatMap(({ step, round, left_out: leftOut }) => leftOut.map((one) => ({ step, round, ...one }))),
    }
  })
}
