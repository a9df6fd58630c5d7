import { about, endpoint } from '../../../kernel/endpoint.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  id,
  input,
  instant,
  nothing,
  nullable,
  noInput,
  oneOf,
  optional,
  pageInput,
  pageOf,
  ref,
  Type,
  type Static,
} from '../../../kernel/schema.ts'
import { messageFile } from './message.schema.ts'

/** A message to one account. Its text and the name of its type are in the reader's language. */
export const messageRow = Type.Object({
  id: id(),
  type: Type.String(),
  /** Name of the type. */
  typeName: Type.String(),
  messageCategory: oneOf('messageCategory'),
  title: Type.String(),
  content: Type.String(),
  link: nullable(Type.String()),
  createdAt: instant(),
  readAt: nullable(instant()),
  /** What it carries, for its receiver alone. */
  files: Type.Array(messageFile),
})

/** One message or call about an alarm, and its state. Phones are masked. */
export const messageResult = Type.Object({
  id: id(),
  at: instant(),
  receiver: Type.String(),
  phone: Type.String(),
  content: Type.String(),
  state: oneOf('recordState'),
  stateAt: instant(),
  attempts: Type.Integer(),
  failureKind: nullable(oneOf('sendFailure')),
})
export type MessageResult = Static<typeof messageResult>

/** The caller's own messages. Ids of other people's messages are ignored. */
const own = input({ ids: Type.Array(id(), { minItems: 1, maxItems: limits.rowsAtOnce, uniqueItems: true }) })

const results = (path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'alarm:view',
    shows: ['message', 'notification', 'alarm'],
    input: input({ id: ref('alarm') }),
    output: Type.Array(messageResult),
    summary,
  })

export const messageEndpoints = about('message', {
  smsResult: results('web/message/smsResult', 'The SMS about an alarm and what became of each, newest first'),
  callResult: results('web/message/callResult', 'The voice calls about an alarm and what became of each, newest first'),
  mailResult: results('web/message/mailResult', 'The mails about an alarm and what became of each, newest first'),
  pushResult: results('web/message/pushResult', 'The app notifications about an alarm and what became of each, newest first'),
  myPage: endpoint({
    method: 'GET',
    path: 'web/message/myPage',
    access: 'session',
    input: pageInput(
      {
        unread: optional(Type.Boolean()),
        type: optional(Type.String({ maxLength: 40 })),
        messageCategory: optional(oneOf('messageCategory')),
      },
      ['createdAt'],
    ),
    output: pageOf(messageRow),
    summary: 'The caller’s messages',
  }),
  myTypes: endpoint({
    method: 'GET',
    path: 'web/message/myTypes',
    access: 'session',
    input: noInput,
    output: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
    summary: 'Types of the caller’s messages, for a drop-down',
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
  removeMany: endpoint({
    method: 'POST',
    path: 'web/message/batchDel',
    access: 'session',
    deletes: true,
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
})
