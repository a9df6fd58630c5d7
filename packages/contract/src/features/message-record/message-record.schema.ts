import { id, instant, nullable, oneOf, optional, pageInput, ref, text, Type, type Static } from '../../kernel/schema.ts'

/** Something that was sent, or is to be sent, to one person outside. Phones, addresses and names of private persons are masked. */
export const messageRecordRow = Type.Object({
  id: id(),
  createdAt: instant(),
  channel: oneOf('notifyMethod'),
  receiver: Type.String(),
  phone: Type.String(),
  email: nullable(Type.String()),
  title: Type.String(),
  content: Type.String(),
  sentFor: oneOf('recordCause'),
  event: nullable(oneOf('notifyEvent')),
  fire: Type.Boolean(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  alarmId: nullable(id()),
  /** Of its alarm: nothing about a closed one is sent again. */
  alarmClosed: Type.Boolean(),
  faultId: nullable(id()),
  taskId: nullable(id()),
  taskTitle: nullable(Type.String()),
  companyName: Type.String(),
  provider: nullable(Type.String()),
  /** What the provider calls it. */
  providerRef: nullable(Type.String()),
  state: oneOf('recordState'),
  stateAt: instant(),
  attempts: Type.Integer(),
  failureKind: nullable(oneOf('sendFailure')),
  /** What the provider said. Only for people of the operating company: it may be the answer of a machine inside. */
  failure: nullable(Type.String()),
  /** It is sent in the place of one that failed. */
  copyOf: nullable(id()),
  /** It failed, and this one is sent in its place. */
  copyId: nullable(id()),
  segments: nullable(Type.Integer()),
  cost: nullable(Type.Number()),
  currency: nullable(Type.String()),
  sentAt: nullable(instant()),
  deliveredAt: nullable(instant()),
  answeredAt: nullable(instant()),
})
export type MessageRecordRow = Static<typeof messageRecordRow>

export const messageRecordPageInput = pageInput(
  {
    channel: optional(oneOf('notifyMethod')),
    state: optional(oneOf('recordState')),
    failureKind: optional(oneOf('sendFailure')),
    sentFor: optional(oneOf('recordCause')),
    event: optional(oneOf('notifyEvent')),
    fire: optional(Type.Boolean()),
    projectId: optional(ref('project')),
    alarmId: optional(ref('alarm')),
    faultId: optional(ref('fault')),
    taskId: optional(ref('message_task')),
    provider: optional(text(60)),
    providerRef: optional(text(120)),
    /** Tried more than once. */
    retried: optional(Type.Boolean()),
    /** With, or without, a price. */
    charged: optional(Type.Boolean()),
  },
  ['createdAt'],
)

/** Records that nobody waits for any more, and that did not reach anybody for certain: these are sent again. */
export const resendStates = ['sent', 'busy', 'noAnswer', 'refused', 'failed', 'cancelled'] as const
