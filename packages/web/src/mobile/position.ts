import { convertPosition, type OrderDetail } from '@emberwatch/contract'

export interface Fix {
  readonly latitude: number
  readonly longitude: number
  readonly accuracyM: number
}

export type NoFix = 'denied' | 'unavailable' | 'timeout' | 'insecure'

/** The codes of GeolocationPositionError. */
const reasons: Readonly<Record<number, NoFix>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

type Place = Pick<OrderDetail['site'], 'latitude' | 'longitude' | 'coordinateSystem' | 'address'>

/** Opens the phone's own map, which expects WGS 84. Without a position it searches for the address. */
export const mapLink = ({ latitude, longitude, coordinateSystem, address }: Place): string => {
  if (latitude === null || longitude === null) return `geo:0,0?q=${encodeURIComponent(address)}`
  const there = convertPosition({ latitude, longitude, coordinateSystem: coordinateSystem ?? 'WGS84' }, 'WGS84')
  const at = `${there.latitude.toFixed(6)},${there.longitude.toFixed(6)}`
  return `geo:${at}?q=${at}${address === '' ? '' : `(${encodeURIComponent(address)})`}`
}

/** The phone's current position. Cached positions do not count, because a sign-in says where somebody is now. */
export const locate = (): Promise<Fix | NoFix> =>
  new Promise((resolve) => {
    if (!isSecureContext) return resolve('insecure')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          latitude: coords.latitude,
          longitude: coords.longitude,
          accuracyM: Math.min(100_000, Math.round(coords.accuracy)),
        }),
      ({ code }) => resolve(reasons[code] ?? 'unavailable'),
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 0 },
    )
  })

const earthRadiusM = 6_371_000
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres from the phone to a sign-in address. Null if that has no position. The server measures again. */
export const distanceTo = (site: OrderDetail['sites'][number], fix: Fix): number | null => {
  const { latitude, longitude, coordinateSystem } = site
  if (latitude === null || longitude === null) return null
  const there = convertPosition({ latitude, longitude, coordinateSystem: coordinateSystem ?? 'WGS84' }, 'WGS84')
  const north = radians(there.latitude - fix.latitude)
  const east = radians(there.longitude - fix.longitude)
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(radians(fix.latitude)) * Math.cos(radians(there.latitude)) * Math.sin(east / 2) ** 2
  return Math.round(2 * earthRadiusM * Math.asin(Math.sqrt(chord)))
}
