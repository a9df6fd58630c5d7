import { enums, messageCategoryOf, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { filesNamed } from '../../../platform/files-named.ts'
import { texts } from '../../../platform/i18n.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { wording } from './message.wording.ts'
import { nameShown } from '../../../platform/mask.ts'

type MyPage = OutputOf<typeof endpoints.message.myPage>

/** The caller's messages, newest first, in the caller's language. A keyword matches a message's parameters, not its fixed text. */
export const myMessages = async (ctx: Ctx, input: InputOf<typeof endpoints.message.myPage>): Promise<MyPage> => {
  let rows = filtered(ctx.db.selectFrom('message'), 'message', input, { equal: ['type'], between: 'created_at' })
  if (input.unread !== undefined) rows = rows.where('message.read_at', input.unread ? 'is' : 'is not', null)
  if (input.messageCategory !== undefined) {
    const { messageCategory: category } = input
    const types = Object.keys(texts.zh.messages).filter((type) => messageCategoryOf(type) === category)
    rows = rows.where(sql<boolean>`message.type = any(${types})`)
  }
  if (input.keyword) rows = rows.where(sql`message.params::text`, 'ilike', containing(input.keyword))
  return listPage<MyPage['list'][number]>(ctx.db, input, {
    rows,
    key: 'message.id',
    sorts: { createdAt: 'message.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    partition: 'message.created_at',
    read: async (_ids, picked) => {
      const found = await ctx.db
        .selectFrom('message')
        .select(fields('message', ['id', 'type', 'params', 'link', 'createdAt', 'readAt', 'attached']))
        .where(picked)
        .execute()
      const named = await filesNamed(
        ctx.systemDb,
        found.flatMap(({ attached }) => attached ?? []),
      )
      return found.map(({ params, attached, ...message }) => ({
        ...message,
        messageCategory: messageCategoryOf(message.type),
        typeName: wording(ctx, message.type, 'name', params),
        title: wording(ctx, message.type, 'title', params),
        content: wording(ctx, message.type, 'content', params),
        files: (attached ?? []).flatMap((id) => named.get(id) ?? []),
      }))
    },
  })
}

/** Types of messages, grouped by subject. */
export const messageTypes = (ctx: Ctx): Promise<OutputOf<typeof endpoints.message.myTypes>> => {
  const rank = (type: string) => enums.messageCategory.indexOf(messageCategoryOf(type))
  const types = Object.entries(texts[ctx.locale].messages).map(([value, { name }]) => ({ value, label: name }))
  return Promise.resolve(types.toSorted((a, b) => rank(a.value) - rank(b.value)))
}

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
