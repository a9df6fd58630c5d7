import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { moveAlarm } from './move-alarm.ts'

/** Somebody has seen the alarm and takes care of it; stops its response clock. */
export const confirmAlarm = (ctx: Ctx, { id }: InputOf<typeof endpoints.alarm.confirm>): Promise<{ id: number }> =>
  moveAlarm(ctx, { id, action: 'confirm', changes: (at) => ({ confirmed_at: at, confirmed_by: ctx.actor.accountId }) })
