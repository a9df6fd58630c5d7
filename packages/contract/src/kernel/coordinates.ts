import type { EnumValue } from './enums.ts'
import { input, oneOf, Type, type Static } from './schema.ts'

/** A position in degrees, with the coordinate system that it was read in. */
export const position = () =>
  input({
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    coordinateSystem: oneOf('coordinateSystem'),
  })
export type Position = Static<ReturnType<typeof position>>

type CoordinateSystem = EnumValue<'coordinateSystem'>

interface Degrees {
  readonly latitude: number
  readonly longitude: number
}

/** The Krasovsky 1940 ellipsoid, which GCJ-02 is computed with: semi-major axis in metres, and eccentricity squared. */
const axis = 6_378_245
const eccentricity = 0.006_693_421_622_965_943

/** GCJ-02 equals WGS-84 outside this rectangle around China. */
const isShifted = ({ latitude, longitude }: Degrees): boolean =>
  longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271

/** Closer than this to the point where both numbers are zero (degrees), where there is only sea. */
const nowhere = 0.01
/** Of the rectangle around China. */
const china = 'CN'

/**
 * What cannot be right about a position: both numbers are zero, as devices and empty cells say for “unknown”; or it is outside the
 * country that was chosen, most often because latitude and longitude are swapped.
 */
export const positionDoubt = (position: Degrees, country?: string | null): 'positionZero' | 'positionOutside' | undefined => {
  if (Math.abs(position.latitude) < nowhere && Math.abs(position.longitude) < nowhere) return 'positionZero'
  return country === china && !isShifted(position) ? 'positionOutside' : undefined
}

/** Terms that both offsets share: one in the longitude, one in their own direction. */
const swing = (x: number): number => (20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * (2 / 3)
const wave = (along: number, near: number, far: number): number =>
  (20 * Math.sin(along * Math.PI) + 40 * Math.sin((along / 3) * Math.PI)) * (2 / 3) +
  (near * Math.sin((along / 12) * Math.PI) + far * Math.sin((along / 30) * Math.PI)) * (2 / 3)

const toGcj02 = (wgs: Degrees): Degrees => {
  if (!isShifted(wgs)) return wgs
  const x = wgs.longitude - 105
  const y = wgs.latitude - 35
  const root = Math.sqrt(Math.abs(x))
  const north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + swing(x) + wave(y, 160, 320)
  const east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + swing(x) + wave(x, 150, 300)
  const radians = (wgs.latitude * Math.PI) / 180
  const magic = 1 - eccentricity * Math.sin(radians) ** 2
  return {
    latitude: wgs.latitude + (north * 180) / (((axis * (1 - eccentricity)) / magic ** 1.5) * Math.PI),
    longitude: wgs.longitude + (east * 180) / ((axis / Math.sqrt(magic)) * Math.cos(radians) * Math.PI),
  }
}

const toBd09 = ({ latitude, longitude }: Degrees): Degrees => {
  const turn = (Math.PI * 3_000) / 180
  const length = Math.hypot(longitude, latitude) + 0.000_02 * Math.sin(latitude * turn)
  const angle = Math.atan2(latitude, longitude) + 0.000_003 * Math.cos(longitude * turn)
  return { latitude: length * Math.sin(angle) + 0.006, longitude: length * Math.cos(angle) + 0.0065 }
}

/** Inverts a small shift by iteration, because neither system publishes an inverse. Six steps end below a millimetre. */
const undo = (shift: (from: Degrees) => Degrees, wanted: Degrees): Degrees => {
  let guess = wanted
  for (let step = 0; step < 6; step++) {
    const reached = shift(guess)
    guess = {
      latitude: guess.latitude + wanted.latitude - reached.latitude,
      longitude: guess.longitude + wanted.longitude - reached.longitude,
    }
  }
  return guess
}

const toWgs84: Record<CoordinateSystem, (from: Degrees) => Degrees> = {
  WGS84: (from) => from,
  GCJ02: (from) => (isShifted(from) ? undo(toGcj02, from) : from),
  BD09: (from) => toWgs84.GCJ02(undo(toBd09, from)),
}

const fromWgs84: Record<CoordinateSystem, (wgs: Degrees) => Degrees> = {
  WGS84: (wgs) => wgs,
  GCJ02: toGcj02,
  BD09: (wgs) => toBd09(toGcj02(wgs)),
}

/** The same place in another coordinate system. Within a metre of what the services of AMap and Baidu answer. */
export const convertPosition = (from: Position, to: CoordinateSystem): Position => {
  const { latitude, longitude } = from
  if (from.coordinateSystem === to) return { latitude, longitude, coordinateSystem: to }
  return { ...fromWgs84[to](toWgs84[from.coordinateSystem]({ latitude, longitude })), coordinateSystem: to }
}
