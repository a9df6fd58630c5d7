import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { StoredDevice } from './device.store.ts'

type Placed = Pick<StoredDevice, 'id' | 'code' | 'project_id' | 'building' | 'floor' | 'room_number'>

/** Describes where devices are: project, building, floor and room. A device in stock has no place. `db` decides which projects may be named. */
export const placesOf = async (db: Kysely<Tables>, devices: readonly Placed[]): Promise<ReadonlyMap<number, string>> => {
  const projectIds = [...new Set(devices.flatMap(({ project_id }) => project_id ?? []))]
  if (projectIds.length === 0) return new Map()
  const projects = await db.selectFrom('project').select(['id', 'name']).where('id', 'in', projectIds).execute()
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return new Map(
    devices.flatMap((device) => {
      const project = device.project_id === null ? undefined : names.get(device.project_id)
      if (project === undefined) return []
      const parts = [project, device.building, device.floor, device.room_number]
      return [[device.id, parts.filter(Boolean).join(' · ')] as const]
    }),
  )
}

/** How many devices a refusal names. */
const namedDevices = 10

/** Devices by code and place, for a list: `SD0001 (Harbour Mall · 305)`. */
export const named = (devices: readonly Placed[], places: ReadonlyMap<number, string>): string[] => {
  const shown = devices.slice(0, namedDevices).map(({ id, code }) => (places.has(id) ? `${code} (${places.get(id)})` : code))
  return [...shown, ...(devices.length > namedDevices ? ['…'] : [])]
}
