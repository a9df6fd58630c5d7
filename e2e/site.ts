import { randomBytes } from 'node:crypto'
import { createFleet, type Fleet, type GatewaySpec } from '@emberwatch/simulator'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { generateGatewaySecret, hashGatewaySecret } from '../packages/server/src/platform/broker/gateway-secret.ts'
import type { WorldCompany } from '../packages/server/src/testing/world.ts'
import type { Tables } from '../packages/server/src/tables/index.ts'
import { captureFailures, startConsole, type Console } from './console.ts'

export interface E2eSite {
  readonly projectId: number
  readonly gateway: GatewaySpec
  /** Codes of its detectors. */
  readonly model: { readonly id: number; readonly seriesId: number; readonly code: string; readonly name: string }
}

const fourRooms = ['101', '102', '103', '104']

/** An approved project of a company with one gateway and a smoke detector in each room. */
export const addSite = async (
  db: Kysely<Tables>,
  company: WorldCompany,
  customerId: number,
  rooms: readonly string[] = fourRooms,
): Promise<E2eSite> => {
  const mark = randomBytes(3).toString('hex').toUpperCase()
  const type = await db
    .insertInto('project_type')
    .values({ code: mark, name_zh: '办公楼', name_en: 'Office' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const series = await db
    .insertInto('device_series')
    .values({ code: `S${mark}`, name: `Series ${mark}`, network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const model = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: `M${mark}`, name: `Model ${mark}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const owner = { company_id: company.id, path: company.path, customer_id: customerId }
  const project = await db
    .insertInto('project')
    .values({
      ...owner,
      code: `P${mark}`,
      name: `Tower ${mark}`,
      type_id: type.id,
      status: 'maintenance',
      audit: 'approved',
      maintenance_years: 1,
      inspection_cycle_days: 30,
      maintenance_cycle_days: 90,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const placed = { ...owner, project_id: project.id, model_id: model.id }
  const secret = generateGatewaySecret()
  const gateway = await db
    .insertInto('gateway')
    .values({ ...placed, code: `GW${mark}`, name: `Gateway ${mark}`, secret_hash: hashGatewaySecret(secret) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('device')
    .values(
      rooms.map((room) => ({
        ...placed,
        gateway_id: gateway.id,
        code: `SD${mark}-${room}`,
        name: 'Smoke detector',
        room_number: room,
        bound_at: new Date(),
      })),
    )
    .execute()
  return {
    projectId: project.id,
    model: { id: model.id, seriesId: series.id, code: `M${mark}`, name: `Model ${mark}` },
    gateway: { code: `GW${mark}`, secret, devices: rooms.map((room) => ({ code: `SD${mark}-${room}`, kind: 'smoke', room })) },
  }
}

/** For all tests of a file: a console and two sites whose detectors report on request. Each test starts on a quiet shift, without alarms. */
export const useQuietShift = (rooms?: readonly string[]) => {
  let console: Console
  let fleet: Fleet
  let sites: readonly E2eSite[]
  beforeAll(async () => {
    console = await startConsole()
    const { db, world, mqttUrl } = console.server
    if (!mqttUrl) throw new Error('no broker')
    const site = () => addSite(db, world.companies.north, world.customers.north, rooms)
    sites = [await site(), await site()]
    fleet = createFleet({ url: mqttUrl, gateways: sites.map(({ gateway }) => gateway), heartbeatSeconds: 0 })
    await fleet.start()
  })
  afterAll(async () => {
    await fleet?.stop()
    await console?.stop()
  })
  captureFailures(() => console.windows)
  beforeEach(async () => {
    for (const table of ['alarm_open', 'alarm', 'desk_hold'] as const) await console.server.db.deleteFrom(table).execute()
  })
  return {
    get console() {
      return console
    },
    get fleet() {
      return fleet
    },
    /** The code of a detector. */
    device: (site: number, room: number): string => sites[site]?.gateway.devices[room]?.code ?? '',
    /** Raises a fire at each of these detectors. */
    async raise(...codes: string[]): Promise<void> {
      for (const code of codes) await fleet.report(code, 'smoke')
    },
  }
}
