import { endpoint } from '../../kernel/endpoint.ts'
import { limits } from '../../kernel/limits.ts'
import { id, input, instant, nothing, nullable, optional, pageInput, pageOf, Type } from '../../kernel/schema.ts'

/** A notice to one account. Title and body come in the reader's language. */
export const messageRow = Type.Object({
  id: id(),
  type: Type.String(),
  title: Type.String(),
  content: Type.String(),
  link: nullable(Type.String()),
  createdAt: instant(),
  readAt: nullable(instant()),
})

/** One's own messages; ids of other people's are ignored by the recipient condition and so never found. */
const own = input({ ids: Type.Array(id(), { minItems: 1, maxItems: limits.rowsAtOnce, uniqueItems: true }) })

export const messageEndpoints = {
  myPage: endpoint({
    method: 'GET',
    path: 'web/message/myPage',
    access: 'session',
    input: pageInput({ unread: optional(Type.Boolean()), type: optional(Type.String({ maxLength: 40 })) }, ['createdAt']),
    output: pageOf(messageRow),
    summary: 'One’s own messages',
  }),
  read: endpoint({
    method: 'POST',
    path: 'web/message/read',
    access: 'session',
    input: input({ ids: optional(Type.Array(id(), { maxItems: limits.rowsAtOnce, uniqueItems: true })) }),
    output: nothing,
    summary: 'Mark one’s own messages as read; without ids all of them',
    errors: ['notInPerson'],
    inPerson: true,
  }),
  batchDel: endpoint({
    method: 'POST',
    path: 'web/message/batchDel',
    access: 'session',
    input: own,
    output: nothing,
    summary: 'Delete one’s own messages',
    errors: ['notInPerson'],
    inPerson: true,
  }),
  queryUserDelete: endpoint({
    method: 'POST',
    path: 'web/query_user_delete',
    access: 'session',
    input: own,
    output: nothing,
    summary: 'Delete one’s own notifications',
    errors: ['notInPerson'],
    inPerson: true,
  }),
} as const
