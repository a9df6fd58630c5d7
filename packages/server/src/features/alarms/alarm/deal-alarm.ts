import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionAlarm } from './transition-alarm.ts'

/** Closes an alarm as handled. Requires a reason while its source is still active. */
export const dealAlarm = (ctx: Ctx, input: InputOf<typeof endpoints.alarm.deal>): Promise<{ id: number }> =>
  transitionAlarm(ctx, {
    id: input.id,
    action: 'deal',
    reason: input.reason,
    changes: (at) => ({ closed_at: at, closed_by: ctx.actor.accountId, handle_way: input.handleWay, note: input.note }),
    closing: {
      result: input.result,
      brigade_called_at: input.brigadeCalledAt,
      losses: input.losses,
      photos: input.photos,
    },
  })
