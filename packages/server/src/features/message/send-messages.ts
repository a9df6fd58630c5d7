import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Write } from '../../platform/transact.ts'
import { insertMessages } from './message.store.ts'

export type MessageType = keyof SharedTexts['messages']

/**
 * Sends an in-site message to accounts, in the write that causes it. Its text is `messages.<type>` of the packs with `params`, in
 * each reader's language. `link` is a route of the console.
 */
export const sendMessages = async (
  write: Pick<Write, 'systemDb' | 'at' | 'emit'>,
  accountIds: readonly number[],
  type: MessageType,
  params: Readonly<Record<string, string | number>>,
  link: string | null = null,
  /** The message task that it belongs to. */
  taskId: number | null = null,
): Promise<void> => {
  const receivers = [...new Set(accountIds)]
  if (receivers.length === 0) return
  const message = { type, params: JSON.stringify(params), link, created_at: write.at, task_id: taskId }
  await insertMessages(
    write.systemDb, // the receivers' rows, not the sender's
    receivers.map((account_id) => ({ ...message, account_id })),
  )
  for (const accountId of receivers) {
    write.emit({ kind: 'message', change: 'sent', objectId: null, owner: { path: '', accountId }, data: { type, params, link } })
  }
}
