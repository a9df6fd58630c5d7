import { DomainError } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import { isStopped } from '../tenant/company-stopped.ts'

/** The project whose orders an engineer must be able to see. */
interface Owner {
  readonly path: string
  readonly customer_id: number | null
}

/**
 * Accounts that may work on orders now: they may sign in, and one of their roles has `order:work` (domain.md). With an owner,
 * only those who can see its orders: an engineer of another branch could never receive one.
 */
export const availableEngineers = (db: Kysely<Tables>, now: Date, owner?: Owner) => {
  let query = db
    .selectFrom('account')
    .where('account.enabled', '=', true)
    .where('account.deleted_at', 'is', null)
    .where((e) => e.or([e('account.valid_until', 'is', null), e('account.valid_until', '>', now.toISOString())]))
    .where((e) => e.not(isStopped('account.path', now)))
    .where(
      sql<boolean>`exists (select from account_role
        join role on role.id = account_role.role_id and role.enabled
        join role_menu on role_menu.role_id = role.id
        join menu on menu.code = role_menu.menu_code and menu.enabled and account.type = any(menu.account_types)
        where account_role.account_id = account.id and menu.operation_code = 'order:work')`,
    )
  if (owner) {
    const branches = owner.path.split('.').map((_, index, ids) => ids.slice(0, index + 1).join('.'))
    query = query.where((e) =>
      e.or([
        e.and([e('account.type', 'not in', ['customer', 'user']), e('account.path', 'in', branches)]),
        e.and([e('account.type', '=', 'customer'), e('account.customer_id', '=', owner.customer_id)]),
      ]),
    )
  }
  return query
}

/**
 * Checks engineers about to get an order, and locks them so that none is deleted before the write ends.
 * @throws engineerUnfit naming the first who cannot work on the owner's orders
 */
export const assertEngineers = async (db: Kysely<Tables>, ids: readonly number[], owner: Owner, now: Date): Promise<void> => {
  if (ids.length === 0) return
  const fit = await availableEngineers(db, now, owner).select('account.id').where('account.id', 'in', ids).forKeyShare().execute()
  const unfit = ids.find((id) => !fit.some((row) => row.id === id))
  if (unfit === undefined) return
  const account = await db.selectFrom('account').select('name').where('id', '=', unfit).executeTakeFirst()
  throw new DomainError('engineerUnfit', { name: account?.name ?? '—' }, 'engineerIds')
}
