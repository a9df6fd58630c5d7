import { homeCountry } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { areasOfCodes } from './area.store.ts'

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
