import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'

/**
 * Projects, stock, installation and scrapping are for company staff. A customer's account and an ordinary user see only what is theirs,
 * whatever their role holds.
 * @throws DomainError noAccess
 */
export const assertStaff = ({ actor }: Pick<Ctx, 'actor'>): void => {
  if (actor.customerId !== null || actor.accountType === 'user') throw new DomainError('noAccess')
}
