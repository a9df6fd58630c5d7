import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../kernel/schema.ts'

/** Longer texts belong into a document. */
export const templateContentMax = 2_000

export const templateLanguage = () =>
  Type.Unsafe<'zh' | 'en'>({ type: 'string', enum: ['zh', 'en'], enumeration: 'callLanguage' })

const key = { event: oneOf('templateEvent'), channel: oneOf('notifyMethod'), language: templateLanguage() }

/** The text that is told of an event over a channel, in a language. */
export const messageTemplateRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  ...key,
  title: Type.String(),
  content: Type.String(),
  signature: Type.String(),
  /** What the provider calls its own approved template. */
  providerCode: Type.String(),
  state: oneOf('templateState'),
  /** Why it was rejected. */
  reason: nullable(Type.String()),
  templateVersion: Type.Integer(),
  /** The version in use; null as long as none was approved. */
  approvedVersion: nullable(Type.Integer()),
  /** Of an SMS. */
  segments: nullable(Type.Integer()),
  submittedById: nullable(id()),
  submittedForId: nullable(id()),
  submittedBy: nullable(Type.String()),
  submittedAt: nullable(instant()),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(instant()),
  enabled: Type.Boolean(),
  companyName: Type.String(),
  ...tracked,
})
export type MessageTemplateRow = Static<typeof messageTemplateRow>

/** A version as it was, or is, in use. It never changes. */
export const messageTemplateVersion = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  signature: Type.String(),
  providerCode: Type.String(),
  submittedBy: nullable(Type.String()),
  decidedBy: nullable(Type.String()),
  decidedAt: instant(),
})

export const messageTemplateDetail = Type.Object({
  ...messageTemplateRow.properties,
  /** The newest first. */
  versions: Type.Array(messageTemplateVersion),
})

export const messageTemplatePageInput = pageInput(
  {
    event: optional(oneOf('templateEvent')),
    channel: optional(oneOf('notifyMethod')),
    language: optional(templateLanguage()),
    state: optional(oneOf('templateState')),
    enabled: optional(Type.Boolean()),
  },
  ['code', 'name', 'createdAt', 'updatedAt'],
)

const content = {
  /** For channels that show one. */
  title: optional(text(80)),
  content: text(templateContentMax),
  signature: optional(text(20)),
}
const wording = { name: text(60), ...content, providerCode: optional(text(64)) }
export const messageTemplateCreateInput = input({
  code: Type.String({ minLength: 2, maxLength: 40, pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$' }),
  ...key,
  ...wording,
})
/** What a template is for stays: other texts and rules rely on it. */
export const messageTemplateUpdateInput = input({ id: ref('message_template'), version: version(), ...wording })

export const messageTemplateDecideInput = input({
  id: ref('message_template'),
  agree: Type.Boolean(),
  /** Needed to reject. */
  reason: optional(text(200)),
})

export const messageTemplatePreviewInput = input({ ...key, ...content })
export const messageTemplatePreview = Type.Object({
  title: Type.String(),
  content: Type.String(),
  /** Of an SMS. */
  encoding: nullable(Type.String()),
  length: nullable(Type.Integer()),
  segments: nullable(Type.Integer()),
})
export type MessageTemplatePreview = Static<typeof messageTemplatePreview>
