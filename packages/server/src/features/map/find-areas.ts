import type { FoundPlace } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { chinaAreas } from '../area/area.store.ts'
import { areaCentres } from './area-centres.ts'

type Area = Awaited<ReturnType<typeof chinaAreas>>[number]

const most = 10

const kindZh = /(?:特别行政区|(?:壮族|回族|维吾尔)?自治区|自治州|地区|省|市|区|县)$/
const kindEn = / (?:province|district|county|city|municipality)$/

/** What an address may call an area: its name, and that without its kind (成都 for 成都市) where enough is left of it. */
const namesOf = ({ name_zh, name_en }: Area): string[] => {
  const english = name_en.toLowerCase()
  return [name_zh, name_zh.replace(kindZh, ''), english, english.replace(kindEn, '')].filter((name) => name.length >= 2)
}

const isLatin = (name: string): boolean => /[a-z]$/.test(name)

/** Does an address name an area, or, being short, begin or end a name? Latin names count as whole words. */
const isNamed = (address: string, names: readonly string[]): boolean =>
  names.some((name) =>
    isLatin(name)
      ? ` ${address.replaceAll(/[^a-z']+/g, ' ')} `.includes(` ${name} `) || (address.length >= 3 && name.startsWith(address))
      : address.includes(name) || (address.length >= 2 && name.includes(address)),
  )

/**
 * The areas of China that an address names, deepest first, where those above them are named as well: what a map without an online service
 * knows. Each lies in the middle of itself, or of the city around it.
 */
export const findAreas = async (ctx: Ctx, address: string): Promise<FoundPlace[]> => {
  const wanted = address.trim().toLowerCase()
  const all = new Map((await chinaAreas(ctx.db)).map((area) => [area.code, area]))
  const withAbove = (area: Area): Area[] => {
    const above = area.parent_code === null ? undefined : all.get(area.parent_code)
    return above ? [...withAbove(above), area] : [area]
  }
  const named = new Map([...all].filter(([, area]) => isNamed(wanted, namesOf(area))))
  const chains = [...named.values()].map(withAbove)
  const support = (chain: readonly Area[]): number => chain.filter(({ code }) => named.has(code)).length
  const best = Math.max(0, ...chains.map(support))
  return chains
    .filter((chain) => support(chain) === best)
    .toSorted((a, b) => a.length - b.length)
    .slice(0, most)
    .flatMap((chain) => {
      const centre = chain.map(({ code }) => areaCentres.get(code)).findLast((found) => found !== undefined)
      if (!centre) return []
      const label = [...new Set(chain.map((area) => (ctx.locale === 'zh' ? area.name_zh : area.name_en)))].join(' · ')
      return [{ label, longitude: centre[0], latitude: centre[1], coordinateSystem: 'WGS84' as const, approximate: true }]
    })
}
