import type { FoundPlace } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { chinaAreas } from '../area/area.reads.ts'
import { areaCentres } from './area-centres.ts'

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
export const findAreas = async (ctx: Ctx, address: string): Promise<FoundPlace[]> => {
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
