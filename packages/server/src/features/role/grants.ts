import { DomainError, mayGrant, type EnumValue } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Tables } from '../../tables/index.ts'

export interface MenuEntry {
  readonly code: string
  readonly parent_code: string | null
  readonly name_zh: string
  readonly name_en: string
  readonly operation_code: string | null
  readonly account_types: EnumValue<'accountType'>[]
}

/** What roles hold: entries that come with the product. Links of people’s own carry no right (session/account.store.ts). */
export const menuEntries = (db: Kysely<Tables>): Promise<MenuEntry[]> =>
  db
    .selectFrom('menu')
    .select(['code', 'parent_code', 'name_zh', 'name_en', 'operation_code', 'account_types'])
    .where('seeded', '=', true)
    .orderBy('level')
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** An operation must be the caller's to give (contract: mayGrant), a page or group follows from what stands below it. */
export const isGrantable = (ctx: Ctx, entry: MenuEntry, entries: readonly MenuEntry[]): boolean => {
  if (entry.operation_code !== null) return mayGrant(ctx.actor.operations, entry.operation_code)
  return entries.some((child) => child.parent_code === entry.code && isGrantable(ctx, child, entries))
}

/**
 * The menu codes that a choice of grants comes to: an operation brings its page, a page its groups and the operation that opens it.
 * @throws grantBeyondOwn naming what is not the caller's to give, what does not exist, and what accounts of the role's type may not have
 */
export const resolveGrants = async (
  ctx: Ctx,
  db: Kysely<Tables>,
  wanted: readonly string[],
  type: EnumValue<'accountType'>,
): Promise<string[]> => {
  const entries = await menuEntries(db)
  const byCode = new Map(entries.map((entry) => [entry.code, entry]))
  const beyond = wanted.filter((code) => {
    const entry = byCode.get(code)
    return !entry || !isGrantable(ctx, entry, entries) || !entry.account_types.includes(type)
  })
  if (beyond.length > 0) {
    const names = beyond.map((code) => byCode.get(code)?.[ctx.locale === 'zh' ? 'name_zh' : 'name_en'] ?? code)
    throw new DomainError('grantBeyondOwn', { grants: names.join(', ') }, 'grants')
  }
  const codes = new Set<string>()
  for (const code of wanted) {
    for (let entry = byCode.get(code); entry; entry = entry.parent_code === null ? undefined : byCode.get(entry.parent_code))
      codes.add(entry.code)
  }
  const opened = [...codes].flatMap((code) => {
    const opens = entries.find((entry) => entry.parent_code === code && entry.operation_code !== null)
    return opens && mayGrant(ctx.actor.operations, opens.operation_code ?? '') && opens.account_types.includes(type)
      ? [opens.code]
      : []
  })
  return [...codes.union(new Set(opened))].sort()
}

/** The label of a menu entry or operation in the caller's language, as people may have changed it. */
export const labelOf = (ctx: Ctx, entry: MenuEntry): string => (ctx.locale === 'zh' ? entry.name_zh : entry.name_en)
