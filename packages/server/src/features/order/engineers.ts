import { DomainError } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import { holdersOf } from '../access/holders-of.ts'

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
  let query = holdersOf(db, 'order:work', now)
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
