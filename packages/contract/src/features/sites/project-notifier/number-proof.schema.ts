import { instant, nullable, oneOf, Type, type Static } from '../../../kernel/schema.ts'

/** What the company's providers reported about a number. Nobody is left out because of it. */
export const numberProof = Type.Object({
  /** When a message was last delivered to it or a call answered; null: never. */
  reachedAt: nullable(instant()),
  /** When the last message or call was refused, if nothing has been delivered since, and why. */
  missedAt: nullable(instant()),
  missedFor: nullable(oneOf('sendFailure')),
})
export type NumberProof = Static<typeof numberProof>
