import type { EnumValue } from '@emberwatch/contract'
import library from 'gcoord'

// A CommonJS module whose types describe the ES module beside it.
const gcoord = library as unknown as typeof library.default

export interface Position {
  /** Degrees. */
  readonly latitude: number
  readonly longitude: number
  readonly coordinateSystem: EnumValue<'coordinateSystem'>
}

/** Mean radius of the earth. */
const earthM = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

const inWgs84 = ({ latitude, longitude, coordinateSystem }: Position): { latitude: number; longitude: number } => {
  const [x, y] = gcoord.transform([longitude, latitude], gcoord[coordinateSystem], gcoord.WGS84)
  return { latitude: y, longitude: x }
}

/** Metres between two positions along the earth's surface (haversine), whatever their coordinate system. */
export const metresBetween = (one: Position, other: Position): number => {
  const [a, b] = [inWgs84(one), inWgs84(other)]
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(half)))
}
