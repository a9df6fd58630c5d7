import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { texts, translate } from '../../platform/i18n.ts'
import { containing, listPage } from '../../platform/list.ts'
import { messagesByIds } from './message.store.ts'

type MyPage = OutputOf<typeof endpoints.message.myPage>

/** One's own messages, newest first, in one's own language. A keyword is searched in what the message tells about, not in its fixed words. */
export const myMessages = async (ctx: Ctx, input: InputOf<typeof endpoints.message.myPage>): Promise<MyPage> => {
  let rows = ctx.db.selectFrom('message')
  if (input.unread !== undefined) rows = rows.where('message.read_at', input.unread ? 'is' : 'is not', null)
  if (input.type) rows = rows.where('message.type', '=', input.type)
  if (input.keyword) rows = rows.where(sql`message.params::text`, 'ilike', containing(input.keyword))
  if (input.startTime) rows = rows.where('message.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('message.created_at', '<=', input.endTime)
  return listPage<MyPage['list'][number]>(ctx.db, input, {
    rows,
    key: 'message.id',
    sorts: { createdAt: 'message.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: async (ids) => {
      const found = await messagesByIds(ctx.db, ids)
      return found.map(({ id, type, params, link, created_at, read_at }) => ({
        id,
        type,
        title: wording(ctx, type, 'title', params),
        content: wording(ctx, type, 'content', params),
        link,
        createdAt: created_at,
        readAt: read_at,
      }))
    },
  })
}

/** A message's text in the reader's language; of a type that this version does not know, its name. */
const wording = (ctx: Ctx, type: string, part: 'title' | 'content', params: Record<string, string | number>): string => {
  if (type in texts[ctx.locale].messages) return translate(ctx.locale, `messages.${type}.${part}`, params)
  return part === 'title' ? type : ''
}
