import { enums, type endpoints, type EnumName, type InputOf, type OutputOf, homeCountry } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { areasBelow, areasByName, areasOfChina, areasOfCodes } from './area.store.ts'
import { refuseField } from '../../../platform/refuse-field.ts'

type Areas = OutputOf<typeof endpoints.area.children>

const named = async (ctx: Ctx, parent: string | null): Promise<Areas> => {
  const rows = await areasBelow(ctx.db, parent)
  return rows.map(({ code, leaf, name_zh, name_en }) => ({ code, name: ctx.locale === 'zh' ? name_zh : name_en, leaf }))
}

export const countries = (ctx: Ctx): Promise<Areas> => named(ctx, null)

export const areasOf = (ctx: Ctx, input: InputOf<typeof endpoints.area.children>): Promise<Areas> => named(ctx, input.code)

/** Provinces, cities and districts, with their names in both languages. */
export const chinaAreas = (ctx: Ctx) => areasOfChina(ctx.db)

/** The codes of areas with this name or code. Level 1 is countries; `parent` is the code of the area above. */
export const areasNamed = async (ctx: Ctx, text: string, level: number, parent?: string): Promise<string[]> =>
  (await areasByName(ctx.db, text, level, parent)).map((row) => row.code)

/** The values of an enumeration with their labels in the caller's language. */
export const valuesOf = (name: EnumName) => async (ctx: Ctx) =>
  enums[name].map((value) => ({ value, label: enumLabel(ctx.locale, name, value) }))

const levels = ['country', 'province', 'city', 'region'] as const
type Zone = { readonly [level in (typeof levels)[number]]?: string | undefined }

/**
 * The codes of a zone must exist, each at its level, and be nested without a gap: a city only with its province.
 * @throws DomainError invalidInput naming the first invalid field
 */
export const assertAreas = async (ctx: Ctx, zone: Zone): Promise<void> => {
  const given = levels.flatMap((level) => zone[level] ?? [])
  if (given.length === 0) return
  const found = new Map((await areasOfCodes(ctx.systemDb, given)).map((row) => [row.code, row])) // areas are not scoped
  let parent: string | null | undefined = null
  for (const [index, field] of levels.entries()) {
    const code = zone[field]
    if (code !== undefined) {
      const area = found.get(code)
      if (area?.level !== index + 1 || area.parent_code !== parent) refuseField(ctx, field, 'enum')
    }
    // Nothing may follow below a missing level. Only the country has a default.
    parent = code ?? (field === 'country' ? homeCountry : undefined)
  }
}
