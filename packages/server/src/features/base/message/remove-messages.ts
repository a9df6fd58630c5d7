import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'
import { deleteMessages } from './message.store.ts'

/** Deletes the caller's messages. Ids of other people's are ignored. */
export const removeMessages = async (ctx: Ctx, input: InputOf<typeof endpoints.message.batchDel>): Promise<null> =>
  transact(ctx, async (write) => {
    const count = await deleteMessages(write.db, input.ids)
    write.audit(selfAudit(ctx.actor, 'message.del', { count: [null, count] }))
    write.emit({ kind: 'message', change: 'deleted', objectId: null, owner: { path: '', accountId: ownId(ctx.actor) } })
    return null
  })
