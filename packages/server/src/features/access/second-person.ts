import type { Actor } from '../../platform/context.ts'

type People = readonly (number | null | undefined)[]

/** Who acts, as people: the account, and the person who has signed in as it. */
export const peopleBehind = ({ accountId, issuer }: Pick<Actor, 'accountId' | 'issuer'>): number[] =>
  [accountId, issuer?.accountId].filter((id): id is number => typeof id === 'number')

/**
 * Whether somebody else acts than those who asked, applied or worked. Another account is not enough: anyone who signs in as somebody else stays the same person,
 * on either side.
 */
export const isSecondPerson = (actor: Pick<Actor, 'accountId' | 'issuer'>, first: People): boolean =>
  !peopleBehind(actor).some((id) => first.includes(id))
