import { sql, type Kysely, type Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { GatewayTable } from '../../../tables/devices.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredGateway = Selectable<GatewayTable>

/** Gateways in the scope of `db`, locked in ascending order of ids, as every writer locks them. */
export const lockGateways = (db: Db, ids: readonly number[]): Promise<StoredGateway[]> =>
  db
    .selectFrom('gateway')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The gateway with a code, ignoring case, in the scope of `db`. */
export const gatewayByCode = (db: Db, code: string): Promise<StoredGateway | undefined> =>
  db
    .selectFrom('gateway')
    .selectAll()
    .where(sql<boolean>`lower(code) = lower(${code})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** An enabled gateway model. Undefined for a device model. */
export const gatewayModel = (db: Db, id: number) =>
  db
    .selectFrom('device_model')
    .select(['id', 'name', 'protocol'])
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('is_gateway', '=', true)
    .executeTakeFirst()

/** Devices behind gateways that are in stock too. */
export const stockedDevicesBehind = async (db: Db, gatewayId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where('gateway_id', '=', gatewayId)
    .where('project_id', 'is', null)
    .where('scrapped_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Some of the devices behind gateways, for naming them in a refusal. */
export const devicesBehind = (db: Db, gatewayIds: readonly number[], limit: number) =>
  db
    .selectFrom('device')
    .select('code as label')
    .where('gateway_id', 'in', gatewayIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Starts the online history of a gateway that was activated by hand. */
export const beginLinkHistory = async (db: Db, gatewayId: number, at: Date): Promise<void> => {
  await db
    .insertInto('gateway_link')
    .values({ gateway_id: gatewayId, online: false, at, noticed_at: at, cause: 'silent' })
    .execute()
}

/**
 * Deletes online history older than the months for which the MQTT log is kept. The last change before that date stays: it gives the state at
 * which the rest begins. The newest change and the last one written always stay: they give the present state, whatever their dates after a
 * clock change.
 */
export const deleteOldLinks = async ({ systemDb, clock, config }: Pick<Ctx, 'systemDb' | 'clock' | 'config'>): Promise<void> => {
  const now = clock.now()
  const months = config.settings.mqttLogMonths
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString()
  await sql`
    delete from gateway_link as old
     where old.noticed_at < ${before} and old.at < ${before}
       and exists (select from gateway_link as newer where newer.gateway_id = old.gateway_id and newer.id > old.id)
       and exists (select from gateway_link as later
                    where later.gateway_id = old.gateway_id and (later.at, later.id) > (old.at, old.id) and later.at < ${before})`.execute(
    systemDb,
  )
}
