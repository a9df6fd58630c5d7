import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { alarmToWorkOn, recordStep } from '../../alarms/alarm/lifecycle/record-step.ts'
import { stepsOf } from './decide.ts'
import { bringForward, runOfAlarm } from './run.store.ts'

/**
 * Makes the next step of a rule that runs for an alarm due now. The engine carries it out, so who is notified or left out is decided as
 * usual.
 * @throws precondition if there is no further step, or one was carried out since the caller looked
 */
export const escalateRun = (ctx: Ctx, { id, runId, done }: InputOf<typeof endpoints.notificationRun.escalate>): Promise<null> =>
  transact(ctx, async (write) => {
    const alarm = await alarmToWorkOn(write, id)
    const run = await runOfAlarm(write.db, runId, id)
    const refuse = (reason: 'noFurtherStep' | 'stepDoneMeanwhile') =>
      new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${reason}`) })
    const next = run?.state === 'running' ? stepsOf(run.rule, Date.parse(run.started_at))[run.progress.done] : undefined
    if (!run || !next) throw refuse('noFurtherStep')
    const earlierMs = next.at - write.at.getTime()
    if (run.progress.done !== done || earlierMs <= 0) throw refuse('stepDoneMeanwhile')
    await bringForward(write.systemDb, runId, earlierMs, write.at)
    const { step, round } = next
    await recordStep(
      write,
      alarm,
      'escalated',
      { step, round },
      { step: [null, step], dueAt: [new Date(next.at).toISOString(), write.at.toISOString()] },
    )
    return null
  })
