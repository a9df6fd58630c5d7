import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Write } from '../../../platform/transact.ts'
import { insertMessages } from './message.store.ts'

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
