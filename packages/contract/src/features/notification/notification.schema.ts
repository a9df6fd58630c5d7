import { enums, type EnumValue } from '../../kernel/enums.ts'
import { id, instant, nullable, oneOf, Type, type Static } from '../../kernel/schema.ts'
import { numberProof } from './number-proof.schema.ts'

const leftOut = () => oneOf('leftOutReason')
/** What becomes of a channel for one person: they are told on it, or why not. */
const channelState = Type.Unsafe<'tell' | EnumValue<'leftOutReason'>>({ type: 'string', enum: ['tell', ...enums.leftOutReason] })

/** One person of a step, or a receiver of which nobody is told. */
export const previewLine = Type.Object({
  /** Seconds after the event; for a call list, if nobody before answers. */
  atS: Type.Integer(),
  ruleId: id(),
  ruleName: Type.String(),
  /** Of the rule, from 1. */
  step: Type.Integer(),
  /** 1 the first time, then one more for each repeat. */
  round: Type.Integer(),
  receiver: Type.Object({ kind: oneOf('notifyReceiver'), name: Type.String(), accountId: nullable(id()) }),
  channels: Type.Array(Type.Object({ channel: oneOf('notifyMethod'), state: channelState })),
  /** Why this person is not told at all. */
  leftOut: nullable(leftOut()),
  /** Of who is called or sent an SMS; null for all others, and for people of rules of other companies. */
  number: nullable(numberProof),
})
export type PreviewLine = Static<typeof previewLine>

/** Who would be told of an event, as the engine would decide now: a time line. */
export const preview = Type.Object({
  lines: Type.Array(previewLine),
  /** Why nobody is told, whatever the rules say. */
  projectReason: nullable(Type.Unsafe<'onTest' | 'projectStopped'>({ type: 'string', enum: ['onTest', 'projectStopped'] })),
})
export type Preview = Static<typeof preview>

/** How far a rule has come with an alarm. */
export const notificationRun = Type.Object({
  id: id(),
  ruleId: nullable(id()),
  /** Empty, as the names of accounts, if the rule is of a company above. */
  ruleName: Type.String(),
  event: oneOf('notifyEvent'),
  startedAt: instant(),
  state: oneOf('runState'),
  /** Steps done, repeats included, and how many there are. */
  done: Type.Integer(),
  of: Type.Integer(),
  /** The next step; null when there is none. */
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
      /** Null for in-site messages, which nobody sends. */
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
