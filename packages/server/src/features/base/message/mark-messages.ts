import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'
import { markRead } from './message.store.ts'

/** Marks the caller's messages as read, or all of them if no ids are given. The caller's other windows are notified. */
export const markMessages = async (ctx: Ctx, input: InputOf<typeof endpoints.message.read>): Promise<null> =>
  transact(ctx, async (write) => {
    const count = await markRead(write.db, input.ids, write.at)
    write.audit(selfAudit(ctx.actor, 'message.read', { count: [null, count] }))
    write.emit({ kind: 'message', change: 'read', objectId: null, owner: { path: '', accountId: ownId(ctx.actor) } })
    return null
  })
