import { enums, type EnumValue } from '../../../enums.ts'
import { id, instant, nullable, oneOf, Type, type Static } from '../../../kernel/schema.ts'
import { numberProof } from '../../sites/project-notifier/project-notifier.schema.ts'

const leftOut = () => oneOf('leftOutReason')
/** The result of a channel for one person: used, or the reason why not. */
const channelState = Type.Unsafe<'tell' | EnumValue<'leftOutReason'>>({ type: 'string', enum: ['tell', ...enums.leftOutReason] })

/** One person of a step, or a receiver for which nobody is notified. */
export const previewLine = Type.Object({
  /** Seconds after the event; for a call list, provided that nobody before has answered. */
  atS: Type.Integer(),
  ruleId: id(),
  ruleName: Type.String(),
  /** Step of the rule, from 1. */
  step: Type.Integer(),
  /** 1 the first time, then one more for each repeat. */
  round: Type.Integer(),
  receiver: Type.Object({ kind: oneOf('notifyReceiver'), name: Type.String(), accountId: nullable(id()) }),
  channels: Type.Array(Type.Object({ channel: oneOf('notifyMethod'), state: channelState })),
  /** Why this person is not notified at all. */
  leftOut: nullable(leftOut()),
  /** Proof of the number of a person who gets a call or SMS; null for all others, and for people of other companies' rules. */
  number: nullable(numberProof),
  /**
   * For a person who gets push messages: on how many phones, and when one last failed for good, if it was not registered anew since. Null for
   * all others, and for people of other companies' rules.
   */
  push: nullable(Type.Object({ phones: Type.Integer(), endedAt: nullable(instant()) })),
})
export type PreviewLine = Static<typeof previewLine>

/** Who would be notified of an event, by the engine's own decision at this moment, as a timeline. */
export const preview = Type.Object({
  lines: Type.Array(previewLine),
  /** Why nobody is notified, whatever the rules say. */
  projectReason: nullable(Type.Unsafe<'onTest' | 'projectStopped'>({ type: 'string', enum: ['onTest', 'projectStopped'] })),
})
export type Preview = Static<typeof preview>

/** The progress of a rule for one alarm. */
export const notificationRun = Type.Object({
  id: id(),
  ruleId: nullable(id()),
  /** Empty, like the names of accounts, if the rule belongs to a company above. */
  ruleName: Type.String(),
  event: oneOf('notifyEvent'),
  startedAt: instant(),
  state: oneOf('runState'),
  /** Steps done, including repeats, and their total. */
  done: Type.Integer(),
  of: Type.Integer(),
  /** The next step; null if there is none. */
  nextAt: nullable(instant()),
  /** Messages that could not be sent and are being tried again. */
  again: Type.Integer(),
  stopReason: nullable(oneOf('runStop')),
  stoppedBy: nullable(Type.String()),
  stoppedAt: nullable(instant()),
  told: Type.Array(
    Type.Object({
      at: instant(),
      step: Type.Integer(),
      round: Type.Integer(),
      kind: oneOf('notifyReceiver'),
      name: Type.String(),
      channel: oneOf('notifyMethod'),
      /** Null for in-site messages, which no provider sends. */
      state: nullable(oneOf('recordState')),
    }),
  ),
  leftOut: Type.Array(
    Type.Object({
      step: Type.Integer(),
      round: Type.Integer(),
      kind: oneOf('notifyReceiver'),
      name: Type.String(),
      channel: nullable(oneOf('notifyMethod')),
      reason: leftOut(),
    }),
  ),
})
export type NotificationRun = Static<typeof notificationRun>
