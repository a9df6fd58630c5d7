import type { Kysely } from 'kysely'
import { DomainError, type EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Tables } from '../../../tables/index.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { lockProject, type LockedProject } from '../project/project-part.rules.ts'

/** Enabled accounts that see a project and belong there: those of its customer, and the staff of its company. */
export const reachableAccounts = (
  { clock }: Pick<Ctx, 'clock'>,
  db: Kysely<Tables>,
  project: { readonly customer_id: number; readonly company_id: number },
) =>
  db
    .selectFrom('account')
    .where('account.enabled', '=', true)
    .where('account.deleted_at', 'is', null)
    .where((e) => e.or([e('account.valid_until', 'is', null), e('account.valid_until', '>', clock.now().toISOString())]))
    .where((e) =>
      e.or([
        e('account.customer_id', '=', project.customer_id),
        e.and([
          e('account.company_id', '=', project.company_id),
          e('account.customer_id', 'is', null),
          e('account.type', '<>', 'user'),
        ]),
      ]),
    )

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
