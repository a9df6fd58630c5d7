import { DomainError, type EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { lockProject, type LockedProject } from '../project/lock-project.ts'
import { reachableAccounts } from './reachable-accounts.ts'

/** The project of a call list, locked, so that two people do not reorder or fill it at once. @throws DomainError notFound */
export const projectOfList = async (write: Write, id: number, field = 'id'): Promise<LockedProject> => {
  const project = await lockProject(write.db, id)
  if (!project) throw new DomainError('notFound', {}, field)
  return project
}

interface Reachable {
  readonly methods: readonly EnumValue<'notifyMethod'>[]
  readonly email: string | null
  readonly account_id: number | null
}

/**
 * A person notified by mail needs an address; one notified in the app needs an account that belongs to the place.
 * @throws DomainError notHere naming the field
 */
export const assertReachable = async (ctx: Ctx, write: Write, project: LockedProject, person: Reachable): Promise<void> => {
  const refuse = (reason: 'methodNeedsEmail' | 'methodNeedsAccount' | 'accountNotHere', field: string): never => {
    throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
  }
  if (person.methods.includes('mail') && person.email === null) refuse('methodNeedsEmail', 'email')
  if (person.methods.includes('app') && person.account_id === null) refuse('methodNeedsAccount', 'accountId')
  if (person.account_id === null) return
  const account = await reachableAccounts(ctx, write.db, project)
    .select('account.id')
    .where('account.id', '=', person.account_id)
    .executeTakeFirst()
  if (!account) refuse('accountNotHere', 'accountId')
}
