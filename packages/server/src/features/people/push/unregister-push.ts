import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'
import { transact } from '../../../platform/transact.ts'

/** Ends push messages to this browser. Another account's subscription is left alone. */
export const unregisterPush = (ctx: Ctx, { endpoint }: InputOf<typeof endpoints.push.unregister>): Promise<null> =>
  transact(ctx, async (write) => {
    await write.systemDb
      .deleteFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .where('account_id', '=', ownId(ctx.actor))
      .execute()
    write.audit(selfAudit(ctx.actor, 'push.unregister'))
    return null
  })
