import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { fieldName } from '../../platform/i18n.ts'
import { areasOfCodes } from './area.store.ts'

const levels = ['country', 'province', 'city', 'region'] as const
type Zone = { readonly [level in (typeof levels)[number]]?: string | undefined }

/** A zone that names no country lies in this one. */
const homeCountry = 'CN'

/**
 * The codes of a zone must exist, each at its level, and lie inside each other without a gap: a city only with its province.
 * @throws DomainError invalidInput naming the first field that does not fit
 */
export const assertAreas = async (ctx: Ctx, zone: Zone): Promise<void> => {
  const given = levels.flatMap((level) => zone[level] ?? [])
  if (given.length === 0) return
  const found = new Map((await areasOfCodes(ctx.systemDb, given)).map((row) => [row.code, row])) // areas are everybody's
  let parent: string | null | undefined = null
  for (const [index, field] of levels.entries()) {
    const code = zone[field]
    if (code !== undefined) {
      const area = found.get(code)
      if (area?.level !== index + 1 || area.parent_code !== parent)
        throw new DomainError('invalidInput', { fields: fieldName(ctx.locale, field) }, field)
    }
    // Below a level that was left out lies nothing; only the country goes without saying.
    parent = code ?? (field === 'country' ? homeCountry : undefined)
  }
}
