import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>

/** Gateways in the scope of `db` with their owners. Locked, so that they are not deleted before the write ends. */
export const keepGateways = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('gateway')
    .select(['id', 'code', 'company_id', 'path', 'customer_id', 'project_id'])
    .where(sql<boolean>`gateway.id = any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
export type LockedGateway = Awaited<ReturnType<typeof keepGateways>>[number]

/** The same for one gateway. */
export const lockGateway = async (db: Db, id: number): Promise<LockedGateway | undefined> => (await keepGateways(db, [id]))[0]
