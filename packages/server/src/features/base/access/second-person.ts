import type { Actor } from '../../../platform/context.ts'

type People = readonly (number | null | undefined)[]

/** The people behind an actor: the account, and the person who has signed in as it. */
const peopleBehind = ({ accountId, issuer }: Pick<Actor, 'accountId' | 'issuer'>): number[] =>
  [accountId, issuer?.accountId].filter((id): id is number => typeof id === 'number')

/**
 * Whether the actor is a different person from those who asked, applied or did the work. Another account is not enough: somebody who signs
 * in as another account stays the same person, on either side.
 */
export const isSecondPerson = (actor: Pick<Actor, 'accountId' | 'issuer'>, first: People): boolean =>
  !peopleBehind(actor).some((id) => first.includes(id))
