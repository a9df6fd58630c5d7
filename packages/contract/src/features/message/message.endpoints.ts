import { endpoint } from '../../kernel/endpoint.ts'
import { limits } from '../../kernel/limits.ts'
import { id, input, instant, nothing, nullable, optional, pageInput, pageOf, Type } from '../../kernel/schema.ts'

/** A notice to one account. Title and body are in the reader's language. */
export const messageRow = Type.Object({
  id: id(),
  type: Type.String(),
  title: Type.String(),
  content: Type.String(),
  link: nullable(Type.String()),
  createdAt: instant(),
  readAt: nullable(instant()),
})

/** The caller's own messages. Ids of other people's do not match the recipient condition and are ignored. */
const own = input({ ids: Type.Array(id(), { minItems: 1, maxItems: limits.rowsAtOnce, uniqueItems: true }) })

export const messageEndpoints = {
  myPage: endpoint({
    method: 'GET',
    path: 'web/message/myPage',
    access: 'session',
    input: pageInput({ unread: optional(Type.Boolean()), type: optional(Type.String({ maxLength: 40 })) }, ['createdAt']),
    output: pageOf(messageRow),
    summary: 'The caller’s messages',
  }),
  read: endpoint({
    method: 'POST',
    path: 'web/message/read',
    access: 'session',
    input: input({ ids: optional(Type.Array(id(), { maxItems: limits.rowsAtOnce, uniqueItems: true })) }),
    output: nothing,
    summary: 'Mark the caller’s messages as read; without ids all of them',
    errors: ['notInPerson'],
    inPerson: true,
  }),
  batchDel: endpoint({
    method: 'POST',
    path: 'web/message/batchDel',
    access: 'session',
    input: own,
    output: nothing,
    summary: 'Delete the caller’s messages',
    errors: ['notInPerson'],
    inPerson: true,
  }),
  queryUserDelete: endpoint({
    method: 'POST',
    path: 'web/query_user_delete',
    access: 'session',
    input: own,
    output: nothing,
    summary: 'Delete the caller’s notifications',
    errors: ['notInPerson'],
    inPerson: true,
  }),
} as const
