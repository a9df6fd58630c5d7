import { convertPosition, type Position } from '@emberwatch/contract'

export type { Position }

/** Mean radius of the earth (m). */
const earthM = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres between two positions along the earth's surface (haversine), whatever their coordinate system. */
export const metresBetween = (one: Position, other: Position): number => {
  const [a, b] = [convertPosition(one, 'WGS84'), convertPosition(other, 'WGS84')]
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(half)))
}
