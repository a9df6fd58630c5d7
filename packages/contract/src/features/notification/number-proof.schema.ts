import { instant, nullable, oneOf, Type, type Static } from '../../kernel/schema.ts'

/** What the company's providers said about a number. Nobody is left out for it. */
export const numberProof = Type.Object({
  /** When something was delivered there or a call answered; null: never yet. */
  reachedAt: nullable(instant()),
  /** When the last message or call was turned down, if nothing was delivered since, and why. */
  missedAt: nullable(instant()),
  missedFor: nullable(oneOf('sendFailure')),
})
export type NumberProof = Static<typeof numberProof>
