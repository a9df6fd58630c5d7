import { Type, type endpoints, type OutputOf, type FoundPlace, type InputOf } from '@emberwatch/contract'
import { Check } from 'typebox/value'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { chinaAreas } from '../area/area.reads.ts'
import { areaCentres } from './area-centres.ts'

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
const geocodeByAmap = async (config: Config, address: string): Promise<Geocoded | undefined> => {
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

type Area = Awaited<ReturnType<typeof chinaAreas>>[number]

const most = 10

const kindZh = /(?:特别行政区|(?:壮族|回族|维吾尔)?自治区|自治州|地区|省|市|区|县)$/
const kindEn = / (?:province|district|county|city|municipality)$/

/** The names by which an address may mention an area: its name and, if long enough, the name without its kind (成都 for 成都市). */
const namesOf = ({ name_zh, name_en }: Area): string[] => {
  const english = name_en.toLowerCase()
  return [name_zh, name_zh.replace(kindZh, ''), english, english.replace(kindEn, '')].filter((name) => name.length >= 2)
}

const isLatin = (name: string): boolean => /[a-z]$/.test(name)

/**
 * The longest of an area's names that the address contains, or the address itself if it is part of a name. Latin names must match whole
 * words. Empty if neither.
 */
const namedBy = (address: string, names: readonly string[]): string => {
  const words = ` ${address.replaceAll(/[^a-z']+/g, ' ')} `
  const found = names.flatMap((name) => {
    if (isLatin(name) ? words.includes(` ${name} `) : address.includes(name)) return [name]
    const isPart = isLatin(name) ? address.length >= 3 && name.startsWith(address) : address.length >= 2 && name.includes(address)
    return isPart ? [address] : []
  })
  return found.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

/** How much of an address names an area and those above it. A part that names two of them counts once. */
const namedLength = (parts: readonly string[]): number =>
  parts
    .filter((part, index) => !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)))
    .reduce((sum, part) => sum + part.length, 0)

/**
 * The areas of China that match most of an address, with those above them: what a map can find without an online service. Each is placed at
 * its own centre, or at that of the city around it.
 */
const findAreas = async (ctx: Ctx, address: string): Promise<FoundPlace[]> => {
  const wanted = address.trim().toLowerCase()
  const all = new Map((await chinaAreas(ctx)).map((area) => [area.code, area]))
  const withAbove = (area: Area): Area[] => {
    const above = area.parent_code === null ? undefined : all.get(area.parent_code)
    return above ? [...withAbove(above), area] : [area]
  }
  const named = new Map([...all.values()].map((area) => [area.code, namedBy(wanted, namesOf(area))]))
  const chains = [...all.values()]
    .filter(({ code }) => named.get(code))
    .map((area) => {
      const chain = withAbove(area)
      return { chain, length: namedLength(chain.flatMap(({ code }) => named.get(code) || [])) }
    })
  const best = Math.max(0, ...chains.map(({ length }) => length))
  return chains
    .filter(({ length }) => length === best)
    .toSorted((a, b) => a.chain.length - b.chain.length)
    .slice(0, most)
    .flatMap(({ chain }) => {
      const centre = chain.map(({ code }) => areaCentres.get(code)).findLast((found) => found !== undefined)
      if (!centre) return []
      const label = [...new Set(chain.map((area) => (ctx.locale === 'zh' ? area.name_zh : area.name_en)))].join(' · ')
      return [{ label, longitude: centre[0], latitude: centre[1], coordinateSystem: 'WGS84' as const, approximate: true }]
    })
}

type Geocode = typeof endpoints.map.geocode

/** The position of an address. AMap knows buildings; without it, or without a result, the areas named in the address are used. */
export const geocode = async (ctx: Ctx, { address }: InputOf<Geocode>): Promise<OutputOf<Geocode>> => {
  const online = await geocodeByAmap(ctx.config, address)
  if (online?.result === 'error' || online?.result === 'found') return online
  const places = await findAreas(ctx, address)
  return { result: places.length > 0 ? 'found' : 'no_data', places }
}
