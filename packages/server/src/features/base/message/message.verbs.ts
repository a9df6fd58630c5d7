import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { endpoints, InputOf } from '@emberwatch/contract'
import { type Write, transact } from '../../../platform/transact.ts'
import { insertMessages, markRead, deleteMessages } from './message.store.ts'
import type { Ctx } from '../../../platform/context.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'

export type MessageType = keyof SharedTexts['messages']

type Params = Readonly<Record<string, string | number>>

/** One statement for any number of accounts, each with its own text. */
export const sendEach = async (
  write: Pick<Write, 'systemDb' | 'at' | 'emit'>,
  letters: readonly { readonly accountId: number; readonly params: Params }[],
  type: MessageType,
  link: string | null = null,
  /** The message task that they belong to, and the files that they carry. */
  { taskId = null, files }: { readonly taskId?: number | null; readonly files?: readonly string[] } = {},
): Promise<void> => {
  if (letters.length === 0) return
  await insertMessages(
    write.systemDb, // not scoped: the rows belong to the receivers, not the sender
    letters.map(({ accountId: account_id, params }) => ({
      account_id,
      type,
      params: JSON.stringify(params),
      link,
      created_at: write.at,
      task_id: taskId,
      attached: files && files.length > 0 ? [...files] : null,
    })),
  )
  for (const { accountId, params } of letters)
    write.emit({ kind: 'message', change: 'sent', objectId: null, owner: { path: '', accountId }, data: { type, params, link } })
}

/**
 * Sends an in-site message to accounts, in the write that causes it. Its text is `messages.<type>` of the packs with `params`, in each
 * reader's language. `link` is a route of the console.
 */
export const sendMessages = (
  write: Pick<Write, 'systemDb' | 'at' | 'emit'>,
  accountIds: readonly number[],
  type: MessageType,
  params: Params,
  link: string | null = null,
): Promise<void> =>
  sendEach(
    write,
    [...new Set(accountIds)].map((accountId) => ({ accountId, params })),
    type,
    link,
  )

/** Marks the caller's messages as read, or all of them if no ids are given. The caller's other windows are notified. */
export const markMessages = async (ctx: Ctx, input: InputOf<typeof endpoints.message.read>): Promise<null> =>
  transact(ctx, async (write) => {
    const count = await markRead(write.db, input.ids, write.at)
    write.audit(selfAudit(ctx.actor, 'message.read', { count: [null, count] }))
    write.emit({ kind: 'message', change: 'read', objectId: null, owner: { path: '', accountId: ownId(ctx.actor) } })
    return null
  })

/** Deletes the caller's messages. Ids of other people's are ignored. */
export const removeMessages = async (ctx: Ctx, input: InputOf<typeof endpoints.message.removeMany>): Promise<null> =>
  transact(ctx, async (write) => {
    const count = await deleteMessages(write.db, input.ids)
    write.audit(selfAudit(ctx.actor, 'message.del', { count: [null, count] }))
    write.emit({ kind: 'message', change: 'deleted', objectId: null, owner: { path: '', accountId: ownId(ctx.actor) } })
    return null
  })
