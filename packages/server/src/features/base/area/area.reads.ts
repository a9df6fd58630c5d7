import { enums, type endpoints, type EnumName, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { areasBelow, areasByName, areasOfChina } from './area.store.ts'

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
