import type { Transaction } from 'kysely'
import { generateGatewaySecret, hashGatewaySecret } from '../src/platform/broker/gateway-secret.ts'
import type { Ctx } from '../src/platform/context.ts'
import type { Tables } from '../src/tables/index.ts'
import { seedDemoCustomer } from './demo-customers.ts'
import { demoFloorDevices, demoModels, demoPlantDevices, demoSeries, languageOf, type DemoProject } from './demo-tree.ts'

type Tx = Transaction<Tables>

export interface SeededCompany {
  readonly id: number
  readonly path: string
  readonly type: Tables['company']['type']
}

export const mustGet = <K, V>(map: ReadonlyMap<K, V>, key: K): V => {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the demo tree names an unknown ${String(key)}`)
  return value
}

/** The demo's series and models: ids by code. */
export const seedModels = async (tx: Tx): Promise<Map<string, number>> => {
  const series = await tx
    .insertInto('device_series')
    .values(demoSeries.map((each) => ({ ...each, manufacturer: 'Emberwatch' })))
    .returning(['id', 'code'])
    .execute()
  const seriesIds = new Map(series.map((row) => [row.code, row.id]))
  const models = await tx
    .insertInto('device_model')
    .values(
      demoModels.map((each) => ({
        series_id: mustGet(seriesIds, each.series),
        code: each.code,
        name: each.name,
        is_gateway: each.gateway,
        heartbeat_s: 60,
        offline_after_s: 180,
      })),
    )
    .returning(['id', 'code'])
    .execute()
  return new Map(models.map((row) => [row.code, row.id]))
}

const day = 24 * 3_600_000
const dayBefore = (now: Date, days: number): string => new Date(now.getTime() - days * day).toISOString().slice(0, 10)
const year = 365 * day

/** The centres of the demo's cities; its buildings are invented, so they stand somewhere around there. */
const demoPlaces: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  '110100': [39.905, 116.405],
  '120100': [39.085, 117.2],
  '440100': [23.13, 113.265],
  '440300': [22.545, 114.06],
}

const placeNear = ([latitude, longitude]: readonly [number, number] = [0, 0], key: string) => {
  const apart = Array.from(key).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return {
    latitude: latitude + ((apart % 17) - 8) / 400,
    longitude: longitude + ((apart % 23) - 11) / 400,
    coordinate_system: 'WGS84' as const,
  }
}

const buildingOf = (floors: number, words: (en: string, zh: string) => string) => ({
  floorsAbove: floors,
  floorsBelow: 1,
  buildingHeight: floors * 4,
  fireResistance: 'one',
  keyUnit: floors >= 6,
  waterSupply: words('Hydrants in the yard and a tank of 300 m³', '院内消火栓，300 m³ 消防水池'),
  vehicleAccess: words('From the main road, gate 2', '由主干道 2 号门进入'),
  keysHeld: words('Control room', '消控室'),
})

/** A project with its customer, sign address, gateway and devices, and some devices in its company's stock. */
export const seedProject = async (
  tx: Tx,
  ctx: Ctx,
  each: DemoProject,
  company: SeededCompany,
  typeId: number,
  models: ReadonlyMap<string, number>,
): Promise<void> => {
  const owner = { company_id: company.id, path: company.path }
  const language = languageOf(each.company)
  const words = (en: string, zh: string): string => ({ en, zh })[language]
  const now = ctx.clock.now()
  const { id: customerId } = await tx
    .insertInto('customer')
    .values({
      ...owner,
      type: 'enterprise',
      name: each.customer,
      contacter: words('Front desk', '前台'),
      province: each.province,
      city: each.city,
      address: each.address,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await seedDemoCustomer(tx, { ...owner, customer_id: customerId }, each.key, language, now)
  const due =
    each.status === 'maintenance'
      ? new Date(now.getTime() + year)
      : each.status === 'overmaintenance'
        ? new Date(now.getTime() - year / 12)
        : null
  const position = demoPlaces[each.city] ? placeNear(demoPlaces[each.city], each.key) : {}
  const { id: projectId } = await tx
    .insertInto('project')
    .values({
      ...owner,
      customer_id: customerId,
      code: `P-${each.key.toUpperCase()}`,
      name: each.name,
      type_id: typeId,
      status: each.status,
      audit: each.audit,
      country: 'CN',
      province: each.province,
      city: each.city,
      address: each.address,
      maintenance_years: 2,
      inspection_cycle_days: 30,
      maintenance_cycle_days: 90,
      notify_methods: ['app', 'voice'],
      ...position,
      phone: '010-5550100',
      building: JSON.stringify(each.floors === 0 ? {} : buildingOf(each.floors, words)),
      due_at: due,
      maintained_since: due === null ? null : new Date(due.getTime() - 2 * year),
      applied_at: new Date(now.getTime() - (each.audit === 'pending' ? 2 : 700) * day),
      applicant_path: company.path,
      decided_at: each.audit === 'pending' ? null : new Date(now.getTime() - 699 * day),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = { ...owner, customer_id: customerId, project_id: projectId }
  await tx
    .insertInto('sign_site')
    .values({ ...place, name: words(`${each.name} – control room`, `${each.name}消控室`), address: each.address, ...position })
    .execute()
  if (each.floors === 0) return
  // What is being installed is younger than what is looked after.
  const boundAt = new Date(now.getTime() - (each.status === 'installing' ? 12 : 62) * day)
  const gatewayCode = `GW-${each.key.toUpperCase()}`
  const { id: gatewayId } = await tx
    .insertInto('gateway')
    .values({
      ...place,
      model_id: mustGet(models, 'EW-GW1'),
      code: gatewayCode,
      communication_code: gatewayCode,
      name: words(`${each.name} gateway`, `${each.name}网关`),
      secret_hash: hashGatewaySecret(generateGatewaySecret()),
      batch: 'EWG-2026-09',
      bound_at: boundAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const common = {
    ...place,
    gateway_id: gatewayId,
    bound_at: boundAt,
    batch: 'EWD-2026-09',
    produced_on: dayBefore(now, 90),
    stocked_at: new Date(now.getTime() - 70 * day),
    installed_on: boundAt.toISOString().slice(0, 10),
    replace_by: new Date(now.getTime() + 8 * 365 * day).toISOString().slice(0, 10),
  }
  const devices = Array.from({ length: each.floors }, (_, floor) =>
    demoFloorDevices.map((device) => ({
      ...common,
      model_id: mustGet(models, device.model),
      code: `${each.key.toUpperCase()}-${floor + 1}${device.room}`,
      communication_code: `${each.key.toUpperCase()}-${floor + 1}${device.room}`,
      name: device.name[language],
      floor: String(floor + 1),
      room_number: `${floor + 1}${device.room}`,
    })),
  ).flat()
  const plant = demoPlantDevices.map((device) => {
    const code = `${each.key.toUpperCase()}-${device.room.toUpperCase()}`
    return {
      ...common,
      model_id: mustGet(models, device.model),
      code,
      communication_code: code,
      name: device.name[language],
      floor: device.floor,
      room_number: null,
      place: device.place[language],
    }
  })
  await tx.insertInto('device').values(devices).execute()
  await tx.insertInto('device').values(plant).execute()
  // A few of the project's company wait in its store.
  const stock = demoFloorDevices.map((device, i) => ({
    company_id: place.company_id,
    path: place.path,
    model_id: mustGet(models, device.model),
    code: `${each.key.toUpperCase()}-S${String(i + 1).padStart(3, '0')}`,
    name: device.name[language],
    batch: 'EWD-2026-10',
    produced_on: dayBefore(now, 60),
    stocked_at: new Date(now.getTime() - (i + 3) * 4 * day),
  }))
  await tx.insertInto('device').values(stock).execute()
}
