import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { seedSystem } from '../../../../seed/system.ts'
import { loadConfig } from '../../../config.ts'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import { systemClock } from '../../../platform/context.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createNotifications } from '../../../platform/database/notifications.ts'
import type { Database } from '../../../platform/database/database.ts'
import { ensurePartitions } from '../../../platform/database/partitions.ts'
import type { Tables } from '../../../tables/index.ts'
import { ignoreConnectionErrors } from './ingest-connection.ts'
import { createIngest } from './ingest.ts'
import type { Ingest, IngestOptions } from './ingest.ts'

export interface SiteGateway {
  id: number
  code: string
  secret: string
  devices: { id: number; code: string; kind: string; room: string }[]
}

/** One company with one customer and one project, and gateways with devices: what ingest tests and benchmarks need. */
export interface Site {
  companyId: number
  path: string
  projectId: number
  modelId: number
  gateways: SiteGateway[]
}

/** Creates a site in a migrated and seeded database. */
export const createSite = async (db: Kysely<Tables>, gatewayCount: number, devicesEach: number): Promise<Site> => {
  const tag = randomBytes(3).toString('hex')
  const top = await db.selectFrom('company').select(['id', 'path']).where('type', '=', 'siter').executeTakeFirstOrThrow()
  const company = await db
    .insertInto('company')
    .values({ parent_id: top.id, path: '', type: 'distributor', name: `Distributor ${tag}`, org_code: tag })
    .returning('id')
    .executeTakeFirstOrThrow()
  const path = `${top.path}.${company.id}`
  await db.updateTable('company').set({ path }).where('id', '=', company.id).execute()
  const owner = { company_id: company.id, path }
  const customer = await db
    .insertInto('customer')
    .values({ ...owner, name: `Customer ${tag}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const type = await db
    .insertInto('project_type')
    .values({ code: tag, name_zh: tag, name_en: tag })
    .returning('id')
    .executeTakeFirstOrThrow()
  const project = await db
    .insertInto('project')
    .values({
      ...owner,
      customer_id: customer.id,
      code: tag,
      name: `Project ${tag}`,
      type_id: type.id,
      maintenance_years: 1,
      inspection_cycle_days: 30,
      maintenance_cycle_days: 30,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const series = await db
    .insertInto('device_series')
    .values({ code: tag, name: tag, network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const model = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: tag, name: tag, offline_after_s: 900 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bound = { ...owner, customer_id: customer.id, project_id: project.id, model_id: model.id }
  const gateways: SiteGateway[] = []
  for (let index = 0; index < gatewayCount; index++) {
    const code = `GW-${tag}-${index}`
    const secret = generateGatewaySecret()
    const { id } = await db
      .insertInto('gateway')
      .values({ ...bound, code, name: `Gateway ${index}`, secret_hash: hashGatewaySecret(secret) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const devices = Array.from({ length: devicesEach }, (_, position) => ({
      code: `SD-${tag}-${index}-${position}`,
      room: String(500 + position),
    }))
    const rows =
      devices.length === 0
        ? []
        : await db
            .insertInto('device')
            .values(
              devices.map((device) => ({
                ...bound,
                gateway_id: id,
                code: device.code,
                name: device.code,
                room_number: device.room,
              })),
            )
            .returning(['id', 'code'])
            .execute()
    const ids = new Map(rows.map((row) => [row.code, row.id]))
    gateways.push({
      id,
      code,
      secret,
      devices: devices.map((device) => ({ ...device, id: ids.get(device.code) ?? 0, kind: 'smoke' })),
    })
  }
  return { companyId: company.id, path, projectId: project.id, modelId: model.id, gateways }
}

/** Seeds a migrated database like a new installation. */
export const seedInstallation = async (db: Kysely<Tables>): Promise<void> => {
  await ensurePartitions(db, new Date())
  await seedSystem(db, randomBytes(9).toString('base64url'))
}

export interface StartedIngest {
  ingest: Ingest
  database: Database
  /** Where gateways connect. */
  url: string
  stop(): Promise<void>
}

/** Ingest on a database, on a free port or with the given environment. */
export const startIngest = async (
  connection: pg.PoolConfig,
  environment: Record<string, string> = {},
  options: Partial<IngestOptions> = {},
): Promise<StartedIngest> => {
  const database = openDatabase(connection)
  ignoreConnectionErrors(database.pool)
  const config = loadConfig({ PORT: '0', MQTT_PORT: '0', ...environment })
  const ctx = { systemDb: database.kysely, clock: systemClock, config }
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
  const notifications = createNotifications(connection, log)
  await notifications.start()
  const ingest = createIngest({ ctx, connection, notifications, log, ...options })
  await ingest.start()
  return {
    ingest,
    database,
    url: ingest.address() ?? environment['MQTT_URL'] ?? '',
    stop: async () => {
      await ingest.stop()
      await notifications.stop()
      await database.close()
    },
  }
}
