import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionAlarm } from './transition-alarm.ts'

/** Closes an alarm as false, with its cause. Requires a reason while its source is still active. */
export const misreportAlarm = (ctx: Ctx, input: InputOf<typeof endpoints.alarm.misreport>): Promise<{ id: number }> =>
  transitionAlarm(ctx, {
    id: input.id,
    action: 'misreport',
    reason: input.reason,
    changes: (at) => ({ closed_at: at, closed_by: ctx.actor.accountId, cause: input.cause, note: input.note ?? null }),
    closing: { brigade_called_at: input.brigadeCalledAt, photos: input.photos },
  })
