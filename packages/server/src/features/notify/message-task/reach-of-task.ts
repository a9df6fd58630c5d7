import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { channelsUp } from '../notify-provider/provider-health.ts'
import { countReceivers } from './receivers.ts'
import { objectIdsOf } from './task-fields.ts'

type Reach = typeof endpoints.messageTask.reach

/** How many accounts in the caller's scope a target includes, while the form is being filled in. */
export const reachOfTask = async (ctx: Ctx, input: InputOf<Reach>): Promise<OutputOf<Reach>> => {
  const { pushType, pushObject, filter } = input
  const now = ctx.clock.now()
  const counted = await countReceivers(ctx.db, { pushType, pushObject, objectIds: objectIdsOf(input).ids, filter }, now)
  return { ...counted, channel: pushType === 'inSite' ? 'up' : (await channelsUp(ctx.systemDb, now))[pushType] }
}
