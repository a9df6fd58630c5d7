import type { endpoints, InputOf, Position } from '@emberwatch/contract'

type Fields = Omit<InputOf<typeof endpoints.signSite.create>, 'projectId' | 'tagCode'>

/** The columns that a form sets about a sign-in address. */
export const columnsOf = ({ name, address, floor, position, radiusM }: Fields) => ({
  name,
  address,
  floor: floor ?? null,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  coordinate_system: position?.coordinateSystem ?? null,
  radius_m: radiusM,
})

/** A row's position; null if it has none. */
export const positionOf = (row: {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly coordinate_system: Position['coordinateSystem'] | null
}): Position | null =>
  row.latitude === null || row.longitude === null
    ? null
    : { latitude: row.latitude, longitude: row.longitude, coordinateSystem: row.coordinate_system ?? 'WGS84' }
