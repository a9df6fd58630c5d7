import { DomainError } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/**
 * The company under which a write is about to create something, locked until the commit: a deletion waits and then finds what was created,
 * and a write after a deletion finds no company. The caller has found the company within its scope.
 * @throws DomainError notFound
 */
export const lockOwner = async (systemDb: Kysely<Tables>, companyId: number, field = 'companyId') => {
  const company = await systemDb
    .selectFrom('company')
    .select(['id', 'path', 'type'])
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!company) throw new DomainError('notFound', {}, field)
  return company
}
