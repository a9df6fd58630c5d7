import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionAlarm } from './transition-alarm.ts'

/** Confirms that somebody has seen the alarm and takes care of it. Stops its response clock. */
export const confirmAlarm = (ctx: Ctx, { id }: InputOf<typeof endpoints.alarm.confirm>): Promise<{ id: number }> =>
  transitionAlarm(ctx, { id, action: 'confirm', changes: (at) => ({ confirmed_at: at, confirmed_by: ctx.actor.accountId }) })
