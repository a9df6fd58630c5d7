import { id, instant, nullable, oneOf, optional, pageInput, ref, text, Type, type Static } from '../../../kernel/schema.ts'

/** A message or call to one person outside, sent or queued. Phones, addresses and names of private persons are masked. */
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
  /** State of its alarm: nothing about a closed alarm is sent again. */
  alarmClosed: Type.Boolean(),
  faultId: nullable(id()),
  taskId: nullable(id()),
  taskTitle: nullable(Type.String()),
  companyName: Type.String(),
  provider: nullable(Type.String()),
  /** The provider's ID for it. */
  providerRef: nullable(Type.String()),
  state: oneOf('recordState'),
  stateAt: instant(),
  attempts: Type.Integer(),
  failureKind: nullable(oneOf('sendFailure')),
  /** The provider's answer. Only for the operating company: it may come from an internal machine. */
  failure: nullable(Type.String()),
  /** The failed record that this one replaces. */
  copyOf: nullable(id()),
  /** The record that replaces this failed one. */
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

/** Records that have ended and have not certainly reached anybody: only these can be sent again. */
export const resendStates = ['sent', 'busy', 'noAnswer', 'refused', 'failed', 'cancelled'] as const
