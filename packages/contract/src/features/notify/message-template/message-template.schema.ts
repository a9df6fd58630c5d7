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
} from '../../../kernel/schema.ts'

/** Maximum length of a text, in characters. */
export const templateContentMax = 2_000

export const templateLanguage = () =>
  Type.Unsafe<'zh' | 'en'>({ type: 'string', enum: ['zh', 'en'], enumeration: 'callLanguage' })

const key = { event: oneOf('templateEvent'), channel: oneOf('notifyMethod'), language: templateLanguage() }

/** The text used for an event over a channel, in a language. */
export const messageTemplateRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  ...key,
  title: Type.String(),
  content: Type.String(),
  signature: Type.String(),
  /** The provider's ID of its own approved template. */
  providerCode: Type.String(),
  state: oneOf('templateState'),
  /** Why it was rejected. */
  reason: nullable(Type.String()),
  templateVersion: Type.Integer(),
  /** The version in use; null while none has been approved. */
  approvedVersion: nullable(Type.Integer()),
  /** SMS segments. */
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

/** A version that is or was in use. It never changes. */
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
  /** Title, for channels that show one. */
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
/** Event, channel and language of a template cannot change, because other texts and rules rely on them. */
export const messageTemplateUpdateInput = input({ id: ref('message_template'), version: version(), ...wording })

export const messageTemplateDecideInput = input({
  id: ref('message_template'),
  agree: Type.Boolean(),
  /** Required to reject. */
  reason: optional(text(200)),
})

export const messageTemplatePreviewInput = input({ ...key, ...content })
export const messageTemplatePreview = Type.Object({
  title: Type.String(),
  content: Type.String(),
  /** SMS segments. */
  encoding: nullable(Type.String()),
  length: nullable(Type.Integer()),
  segments: nullable(Type.Integer()),
})
export type MessageTemplatePreview = Static<typeof messageTemplatePreview>
