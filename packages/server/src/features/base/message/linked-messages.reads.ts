import type { Ctx } from '../../../platform/context.ts'
import { nameShown } from '../../../platform/mask.ts'
import { wording } from './message.wording.ts'

/** An order has a few messages for each of its steps. */
const most = 500

export interface LinkedMessage {
  readonly id: number
  readonly at: string
  readonly receiver: string
  readonly title: string
  readonly content: string
  readonly readAt: string | null
}

/**
 * The in-site messages that lead to a page of the console, newest first, in the caller's language: those to accounts in the caller's scope. A message
 * that its receiver has deleted is gone. Whether the caller may see the page is for the calling feature to check.
 */
export const linkedMessages = async (ctx: Ctx, link: string): Promise<LinkedMessage[]> => {
  const rows = await ctx.systemDb // not scoped: a message belongs to its receiver
    .selectFrom('message')
    .select(['id', 'account_id', 'type', 'params', 'created_at as at', 'read_at as readAt'])
    .where('link', '=', link)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  if (rows.length === 0) return []
  const accounts = await ctx.db
    .selectFrom('account')
    .select(['id', 'name', 'type'])
    .where('id', 'in', [...new Set(rows.map(({ account_id }) => account_id))])
    .execute()
  const known = new Map(accounts.map((account) => [account.id, account]))
  return rows.flatMap(({ id, account_id, type, params, at, readAt }) => {
    const receiver = known.get(account_id)
    if (receiver === undefined) return []
    const text = { title: wording(ctx, type, 'title', params), content: wording(ctx, type, 'content', params) }
    return [{ id, at, receiver: nameShown(receiver.type, receiver.name), ...text, readAt }]
  })
}
