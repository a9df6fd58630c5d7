import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { geocodeByAmap } from './geocode-by-amap.ts'
import { findAreas } from './find-areas.ts'

type Geocode = typeof endpoints.map.geocode

/** The position of an address. AMap knows buildings; without it, or without a result, the areas named in the address are used. */
export const geocode = async (ctx: Ctx, { address }: InputOf<Geocode>): Promise<OutputOf<Geocode>> => {
  const online = await geocodeByAmap(ctx.config, address)
  if (online?.result === 'error' || online?.result === 'found') return online
  const places = await findAreas(ctx, address)
  return { result: places.length > 0 ? 'found' : 'no_data', places }
}
