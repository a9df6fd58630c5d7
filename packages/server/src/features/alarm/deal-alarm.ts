import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { moveAlarm } from './move-alarm.ts'

/** Closes an alarm as dealt with. While its source still reports, a reason is asked for. */
export const dealAlarm = (ctx: Ctx, input: InputOf<typeof endpoints.alarm.deal>): Promise<{ id: number }> =>
  moveAlarm(ctx, {
    id: input.id,
    action: 'deal',
    reason: input.reason,
    changes: (at) => ({ closed_at: at, closed_by: ctx.actor.accountId, handle_way: input.handleWay, note: input.note }),
  })
