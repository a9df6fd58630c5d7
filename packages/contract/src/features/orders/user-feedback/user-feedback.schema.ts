import { dayIn } from '../../../kernel/day.ts'
import {
  fileRef,
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
  type Static,
} from '../../../kernel/schema.ts'

/**
 * The number of a feedback: the site's day on which it was sent and its id, e.g. `U20261120-000123`. Derived, never stored.
 * @param createdAt ISO 8601
 */
export const feedbackCode = (feedbackId: number, createdAt: string, timeZone: string): string =>
  `U${dayIn(createdAt, timeZone).replaceAll('-', '')}-${String(feedbackId).padStart(6, '0')}`

/** The id in such a number. Those of faults begin with F, as those of feedback once did. Undefined if the text is none. */
export const parseFeedbackCode = (text: string): number | undefined => {
  const [, id] = /^\s*[UF]\d{8}-(\d{1,9})\s*$/i.exec(text) ?? []
  return id === undefined ? undefined : Number(id)
}

export const feedbackRow = Type.Object({
  id: id(),
  code: Type.String(),
  state: oneOf('feedbackState'),
  content: Type.String(),
  projectId: id(),
  projectName: Type.String(),
  customerName: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  /** Time zone of the project. */
  timeZone: Type.String(),
  deviceId: nullable(id()),
  deviceCode: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  photos: Type.Array(Type.String()),
  firstReplyAt: nullable(instant()),
  handledAt: nullable(instant()),
  handledBy: nullable(Type.String()),
  /** The repair order that it was converted to. */
  orderId: nullable(id()),
  orderCode: nullable(Type.String()),
  ...tracked,
})
export type FeedbackRow = Static<typeof feedbackRow>

export const feedbackReply = Type.Object({
  id: id(),
  content: Type.String(),
  by: nullable(Type.String()),
  at: instant(),
})
export const feedbackDetail = Type.Object({
  ...feedbackRow.properties,
  /** How it was handled, if not by a reply or an order. */
  handledNote: nullable(Type.String()),
  replies: Type.Array(feedbackReply),
})

export const feedbackPageInput = pageInput(
  {
    state: optional(oneOf('feedbackState')),
    projectId: optional(ref('project')),
    customerId: optional(ref('customer')),
  },
  ['createdAt', 'handledAt'],
)

export const feedbackCreateInput = input({
  projectId: ref('project'),
  /** Code of the device that it is about. */
  deviceCode: optional(text(40)),
  content: text(1_000),
  photos: optional(Type.Array(fileRef(), { maxItems: 9 })),
})
export const feedbackReplyInput = input({ id: ref('user_feedback'), content: text(1_000) })
export const feedbackCompleteInput = input({ id: ref('user_feedback'), note: text(500) })
