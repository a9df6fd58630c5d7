import { areaBox, type AreaBox } from './area-boxes.ts'
import type { EnumValue } from '../enums.ts'
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
const aroundChina: AreaBox = [72.004, 0.8293, 137.8347, 55.8271]

const isInBox = ({ latitude, longitude }: Degrees, [west, south, east, north]: AreaBox, margin = 0): boolean =>
  longitude >= west - margin && longitude <= east + margin && latitude >= south - margin && latitude <= north + margin

const isShifted = (position: Degrees): boolean => isInBox(position, aroundChina)

/** Closer than this to the point where both numbers are zero (degrees), where there is only sea. */
const nowhere = 0.01
/** The country of a zone that does not name one. Nothing is known about the places of any other. */
export const homeCountry = 'CN'
/** Around the box of an area (degrees): borders move, and the coordinate systems are up to 0.02° apart. */
const margin = 0.3

/** Where a position should be: the area that was chosen for it, as far as it was. */
export interface PositionZone {
  readonly country?: string | null | undefined
  readonly province?: string | null | undefined
  readonly city?: string | null | undefined
}

const countryOf = ({ country, province }: PositionZone) => country ?? (province ? homeCountry : undefined)

/** The largest area of a zone that a position is not in. */
const areaMissed = (position: Degrees, { country, province, city }: PositionZone) => {
  if (countryOf({ country, province }) !== homeCountry) return undefined
  if (!isInBox(position, aroundChina)) return 'positionOutside'
  const isOutside = (code: string | null | undefined) => {
    const box = code ? areaBox(code) : undefined
    return box !== undefined && !isInBox(position, box, margin)
  }
  if (isOutside(province)) return 'positionOutsideProvince'
  return isOutside(city) ? 'positionOutsideCity' : undefined
}

/**
 * What cannot be right about a position: both numbers are zero, as devices and empty cells say for “unknown”; or it is outside the area
 * that was chosen, often because latitude and longitude are swapped.
 */
export const positionDoubt = (position: Degrees, zone: PositionZone = {}) => {
  if (Math.abs(position.latitude) < nowhere && Math.abs(position.longitude) < nowhere) return 'positionZero'
  const missed = areaMissed(position, zone)
  const swapped = { latitude: position.longitude, longitude: position.latitude }
  return missed && areaMissed(swapped, zone) === undefined ? 'positionSwapped' : missed
}

/** A position, and where it should be. */
export interface PlaceInZone {
  readonly position: { readonly [K in keyof Position]?: Position[K] | null } | null | undefined
  readonly zone: PositionZone
}

/** Whether an edit leaves a place as it was: then nobody is asked back about it, so that the other fields of an old row can be edited. */
export const isSamePlace = (now: PlaceInZone, before: PlaceInZone): boolean =>
  now.position?.latitude === before.position?.latitude &&
  now.position?.longitude === before.position?.longitude &&
  now.position?.coordinateSystem === before.position?.coordinateSystem &&
  countryOf(now.zone) === countryOf(before.zone) &&
  (now.zone.province ?? null) === (before.zone.province ?? null) &&
  (now.zone.city ?? null) === (before.zone.city ?? null)

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
