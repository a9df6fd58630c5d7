import { Type, type endpoints, type OutputOf } from '@emberwatch/contract'
import { Check } from 'typebox/value'
import type { Config } from '../../../config.ts'

type Geocoded = OutputOf<typeof endpoints.map.geocode>

const timeoutMs = 5_000

/** AMap's code for a search without results (its "engine response data error"). */
const unknownAddress = '30001'

const answer = Type.Object({
  status: Type.String(),
  infocode: Type.Optional(Type.String()),
  geocodes: Type.Optional(
    Type.Array(Type.Object({ formatted_address: Type.String(), location: Type.String({ pattern: '^-?[\\d.]+,-?[\\d.]+$' }) })),
  ),
})

const failed: Geocoded = { result: 'error', places: [] }

/** Looks up an address with AMap; undefined without a key. Its positions are GCJ-02. */
export const geocodeByAmap = async (config: Config, address: string): Promise<Geocoded | undefined> => {
  const key = config.amapServiceKey ?? config.amapKey
  if (key === undefined) return undefined
  const url = new URL('/v3/geocode/geo', config.amapServiceUrl)
  url.search = new URLSearchParams({ key, address, output: 'JSON' }).toString()
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    const body: unknown = await response.json()
    if (!response.ok || !Check(answer, body)) return failed
    if (body.status !== '1') return body.infocode === unknownAddress ? { result: 'no_data', places: [] } : failed
    const places = (body.geocodes ?? []).map(({ formatted_address: label, location }) => {
      const [longitude, latitude] = location.split(',').map(Number)
      return {
        label,
        latitude: latitude ?? 0,
        longitude: longitude ?? 0,
        coordinateSystem: 'GCJ02' as const,
        approximate: false,
      }
    })
    return { result: places.length > 0 ? 'found' : 'no_data', places }
  } catch {
    return failed
  }
}
