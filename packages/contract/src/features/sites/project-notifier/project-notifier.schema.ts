import {
  instant,
  nullable,
  oneOf,
  Type,
  type Static,
  id,
  input,
  optional,
  pageInput,
  ref,
  refs,
  ruled,
  text,
  tracked,
  version,
} from '../../../kernel/schema.ts'
import { enums, type EnumValue } from '../../../enums.ts'

/** What the company's providers reported about a number. Nobody is left out because of it. */
export const numberProof = Type.Object({
  /** When a message was last delivered to it or a call answered; null: never. */
  reachedAt: nullable(instant()),
  /** When the last message or call was refused, if nothing has been delivered since, and why. */
  missedAt: nullable(instant()),
  missedFor: nullable(oneOf('sendFailure')),
})
export type NumberProof = Static<typeof numberProof>

type Method = EnumValue<'notifyMethod'>
/** How people of a call list can be reached. In-site messages are for accounts and wake nobody. */
export const callMethods = enums.notifyMethod.filter((method): method is Exclude<Method, 'inSite'> => method !== 'inSite')
const methods = () =>
  Type.Array(Type.Unsafe<(typeof callMethods)[number]>({ type: 'string', enum: [...callMethods], enumeration: 'notifyMethod' }), {
    minItems: 1,
    maxItems: callMethods.length,
    uniqueItems: true,
  })

export const notifierLanguages = ['zh', 'en'] as const
const language = () =>
  Type.Unsafe<(typeof notifierLanguages)[number]>({ type: 'string', enum: [...notifierLanguages], enumeration: 'callLanguage' })

/** A person of a project's call list. Phone and email are masked; `unmask` shows them and is audited. */
export const projectNotifierRow = Type.Object({
  id: id(),
  /** The order of calls: 1 is called first. */
  seq: Type.Integer(),
  name: Type.String(),
  phone: Type.String(),
  email: nullable(Type.String()),
  role: oneOf('notifierRole'),
  methods: methods(),
  language: language(),
  /** The account that gets app notifications. */
  accountId: nullable(id()),
  accountName: nullable(Type.String()),
  number: numberProof,
  enabled: Type.Boolean(),
  ...tracked,
})
export type ProjectNotifierRow = Static<typeof projectNotifierRow>

/** No keyword: it would match what is shown masked. */
const { keyword: _keyword, ...paging } = pageInput({ projectId: ref('project'), enabled: optional(Type.Boolean()) }, [
  'seq',
]).properties
export const projectNotifierPageInput = input(paging)

const notifierFields = {
  name: text(40),
  role: oneOf('notifierRole'),
  methods: methods(),
  email: optional(ruled('email', { maxLength: 120 })),
  accountId: optional(ref('account')),
  language: language(),
  enabled: Type.Boolean(),
}
export const projectNotifierCreateInput = input({ projectId: ref('project'), phone: ruled('phone'), ...notifierFields })
/** A phone or email that is left out stays unchanged, so that a caller who sees them masked can change the rest; `noEmail` removes the email. */
export const projectNotifierUpdateInput = input({
  id: ref('project_notifier'),
  version: version(),
  ...notifierFields,
  phone: optional(ruled('phone')),
  noEmail: optional(Type.Boolean()),
})
export const phoneSeqInput = input({ projectId: ref('project'), ids: refs('project_notifier') })
export const projectNotifierUnmasked = Type.Object({ phone: Type.String(), email: nullable(Type.String()) })

const spoken = () => text(40)
/** Whether the project has caller passwords, and since when. Only `showPasswords` reveals them. */
export const callerPasswords = Type.Object({
  password: Type.Boolean(),
  duressPassword: Type.Boolean(),
  updatedAt: nullable(instant()),
  updatedBy: nullable(Type.String()),
  /** Set by somebody who is no longer above the project: it has been handed over since, and people of the former company know them. */
  setOutside: Type.Boolean(),
})
/** Both are replaced; without a password there are none. `updatedAt`: of the passwords that the caller saw, left out if there were none. */
export const callerPasswordsInput = input({
  projectId: ref('project'),
  updatedAt: optional(instant()),
  callerPassword: optional(spoken()),
  duressPassword: optional(spoken()),
})
export const callerPasswordsShown = Type.Object({
  callerPassword: nullable(Type.String()),
  duressPassword: nullable(Type.String()),
})
