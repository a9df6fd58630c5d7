import { DomainError, listedIn, mayGrant, type EnumValue } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import type { Tables } from '../../../tables/index.ts'

export interface MenuEntry {
  readonly code: string
  readonly parent_code: string | null
  readonly name_zh: string
  readonly name_en: string
  readonly operation_code: string | null
  readonly account_types: EnumValue<'accountType'>[]
}

/** The menu entries that roles can contain: those of the product. Custom links carry no right (session/account.reads.ts). */
export const menuEntries = (db: Kysely<Tables>): Promise<MenuEntry[]> =>
  db
    .selectFrom('menu')
    .select(['code', 'parent_code', 'name_zh', 'name_en', 'operation_code', 'account_types'])
    .where('seeded', '=', true)
    .orderBy('level')
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Whether the caller may grant an entry (contract: mayGrant). A page or group follows from what is below it. */
export const isGrantable = (ctx: Ctx, entry: MenuEntry, entries: readonly MenuEntry[]): boolean => {
  if (entry.operation_code !== null) return mayGrant(ctx.actor.operations, entry.operation_code)
  return entries.some((child) => child.parent_code === entry.code && isGrantable(ctx, child, entries))
}

/** The label of a menu entry or operation in the caller's language, including custom labels. */
export const labelOf = (ctx: Ctx, entry: MenuEntry): string => (ctx.locale === 'zh' ? entry.name_zh : entry.name_en)

const byCodeOf = (entries: readonly MenuEntry[]): ReadonlyMap<string, MenuEntry> =>
  new Map(entries.map((entry) => [entry.code, entry]))

/** Codes by their labels. */
const namesOf = (ctx: Ctx, byCode: ReadonlyMap<string, MenuEntry>, codes: readonly string[]): string =>
  listedIn(
    ctx.locale,
    codes.map((code) => {
      const entry = byCode.get(code)
      return entry ? labelOf(ctx, entry) : code
    }),
  )

/** The codes with the pages and groups that they are below. */
const withThoseAbove = (byCode: ReadonlyMap<string, MenuEntry>, wanted: readonly string[]): Set<string> => {
  const codes = new Set<string>()
  for (const code of wanted) {
    for (let entry = byCode.get(code); entry; entry = entry.parent_code === null ? undefined : byCode.get(entry.parent_code))
      codes.add(entry.code)
  }
  return codes
}

const isBeyond = (ctx: Ctx, entry: MenuEntry | undefined): boolean =>
  typeof entry?.operation_code === 'string' && !mayGrant(ctx.actor.operations, entry.operation_code)

/**
 * Somebody who lacks a right in a role may neither assign nor remove the role.
 * @throws grantBeyondOwn naming the operations among a role's codes that the caller may not grant
 */
export const assertMayGrant = async (ctx: Ctx, db: Kysely<Tables>, codes: readonly string[], field?: string): Promise<void> => {
  const byCode = byCodeOf(await menuEntries(db))
  const beyond = codes.filter((code) => isBeyond(ctx, byCode.get(code)))
  if (beyond.length > 0) throw new DomainError('grantBeyondOwn', { grants: namesOf(ctx, byCode, beyond) }, field)
}

/** The part of a role's codes that roles for accounts of `type` may contain: the operations, with the pages and groups above them. */
export const fittingGrants = async (
  db: Kysely<Tables>,
  held: readonly string[],
  type: EnumValue<'accountType'>,
): Promise<string[]> => {
  const byCode = byCodeOf(await menuEntries(db))
  const fitting = held.filter((code) => {
    const entry = byCode.get(code)
    return entry?.operation_code && entry.account_types.includes(type)
  })
  return [...withThoseAbove(byCode, fitting)].sort()
}

/**
 * The menu codes that follow from chosen grants: an operation brings its page, and a page brings its groups and the operation that opens
 * it. Only changes are checked; codes in `held` that the role's type may not have are dropped.
 * @throws grantBeyondOwn naming additions and removals that the caller may not make, and unknown codes; notHere naming what accounts of the
 * role's type may not have
 */
export const resolveGrants = async (
  ctx: Ctx,
  db: Kysely<Tables>,
  wanted: readonly string[],
  { type, held = [] }: { readonly type: EnumValue<'accountType'>; readonly held?: readonly string[] },
): Promise<string[]> => {
  const entries = await menuEntries(db)
  const byCode = byCodeOf(entries)
  const fits = (code: string): boolean => byCode.get(code)?.account_types.includes(type) ?? false
  const added = wanted.filter((code) => !held.includes(code))
  const kept = held.filter((code) => wanted.includes(code) && fits(code))
  const takenAway = held.filter((code) => !wanted.includes(code) && fits(code))

  const beyond = [
    ...added.filter((code) => {
      const entry = byCode.get(code)
      return !entry || !isGrantable(ctx, entry, entries)
    }),
    ...takenAway.filter((code) => isBeyond(ctx, byCode.get(code))),
  ]
  if (beyond.length > 0) throw new DomainError('grantBeyondOwn', { grants: namesOf(ctx, byCode, beyond) }, 'grants')
  const unfit = added.filter((code) => !fits(code))
  if (unfit.length > 0) {
    const params = { type: enumLabel(ctx.locale, 'accountType', type), grants: namesOf(ctx, byCode, unfit) }
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.grantUnfit', params) }, 'grants')
  }

  const codes = withThoseAbove(byCode, [...kept, ...added])
  const opened = [...codes].flatMap((code) => {
    const opens = entries.find((entry) => entry.parent_code === code && entry.operation_code !== null)
    return opens && !isBeyond(ctx, opens) && fits(opens.code) ? [opens.code] : []
  })
  return [...codes.union(new Set(opened))].sort()
}
