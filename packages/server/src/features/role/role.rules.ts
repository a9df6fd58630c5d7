import { DomainError, type EnumValue } from '@emberwatch/contract'
import type { Actor } from '../../platform/context.ts'

type AccountType = EnumValue<'accountType'>

const rank: Readonly<Record<AccountType, number>> = { siter: 0, distributor: 1, agent_one: 2, agent_two: 3, customer: 4, user: 5 }

/** May the actor hold or manage roles for accounts of `type`? Their own type and those below it. */
export const coversType = (actor: Actor, type: AccountType): boolean =>
  actor.accountType === 'system' || rank[type] >= (rank[actor.accountType as AccountType] ?? 9)

/** A role of one's own level may be managed only in a company below; a higher one never (domain.md, "Companies and scope"). */
export const managesLevel = (actor: Actor, role: { level: number; company_id: number }): boolean =>
  role.level > actor.level || (role.company_id !== actor.companyId && role.level >= actor.level)

/** @throws levelTooHigh when the actor may not manage such a role. */
export const assertManages = (actor: Actor, role: { level: number; company_id: number; type: AccountType }): void => {
  if (!managesLevel(actor, role) || !coversType(actor, role.type)) throw new DomainError('levelTooHigh', {}, 'level')
}
