import { type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
import { actorCompany, insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertOwnRoute, assertPlace, assertKeepsKind, refuseSeeded, assertCanDisable } from './menu.rules.ts'
import type { MenuTable } from '../../../tables/people.tables.ts'

/** Adds a group, or a link at the top level or in a group. */
export const createMenu = async (ctx: Ctx, input: InputOf<typeof endpoints.menu.create>): Promise<{ id: number }> => {
  assertOwnRoute(input.url)
  return transact(ctx, async (write) => {
    // Locked, so that the group is not deleted meanwhile.
    const parent = input.parentId === undefined ? null : await lockRow(write, 'menu', { id: input.parentId })
    assertPlace(ctx, input.url, parent)
    const entry = {
      code: input.code,
      parent_code: parent?.code ?? null,
      ...namesOf(ctx, input),
      url: input.url,
      icon: input.icon ?? '',
      level: (parent?.level ?? 0) + 1,
      sort: input.sort,
      is_main_menu: input.isMainMenu,
      account_types: input.accountTypes,
    }
    const audit = {
      action: 'menu.create',
      name: entry.code,
      owner: actorCompany(ctx),
      changes: changesBetween({}, entry),
    } as const
    return { id: await insertRow(write, 'menu', entry, { ...audit, unique: ['code', entry.code] }) }
  })
}

/**
 * Where an entry is placed: one of the product stays where it is, a custom one goes to `parentId`. Only top-level groups contain
 * others, so no entry ends up below itself.
 * @throws notHere
 */
const placeOf = async (ctx: Ctx, write: Write, entry: Selectable<MenuTable>, parentId: number | undefined) => {
  // Locked, so that the group is not deleted meanwhile.
  const parent = parentId === undefined ? null : await lockRow(write, 'menu', { id: parentId })
  if (!entry.seeded) {
    assertPlace(ctx, entry.url, parent)
    return { parent_code: parent?.code ?? null, level: (parent?.level ?? 0) + 1 }
  }
  if (parent && parent.code !== entry.parent_code) refuseSeeded(ctx, 'parentId')
  return { parent_code: entry.parent_code, level: entry.level }
}

/** Edits an entry. Of one that comes with the product, only names, order and icon change. */
export const updateMenu = (ctx: Ctx, input: InputOf<typeof endpoints.menu.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const entry = await lockRow(write, 'menu', input)
    const changes = {
      ...(await placeOf(ctx, write, entry, input.parentId)),
      ...namesOf(ctx, input),
      sort: input.sort,
      icon: input.icon ?? '',
      url: input.url ?? entry.url,
      is_main_menu: input.isMainMenu ?? entry.is_main_menu,
    }
    if (changes.url !== entry.url) {
      if (entry.seeded) refuseSeeded(ctx, 'url')
      assertOwnRoute(changes.url)
      assertKeepsKind(ctx, entry.url, changes.url)
    }
    if (entry.seeded && changes.is_main_menu !== entry.is_main_menu) refuseSeeded(ctx, 'isMainMenu')
    await updateRow(write, 'menu', entry, changes, { action: 'menu.update', name: entry.code, owner: actorCompany(ctx) })
    return { id: entry.id }
  })

/**
 * Enables or disables an entry and everything below it, for everybody. No session ends. It applies from the next call on: access
 * is looked up each time (access/authenticate.ts), and everything below a disabled entry is closed.
 */
export const setMenuEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.menu.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const entry = await lockRow(write, 'menu', { id })
    if (!enabled) assertCanDisable(ctx, entry.code)
    await updateRow(write, 'menu', entry, { enabled }, { action: 'menu.forbidden', name: entry.code, owner: actorCompany(ctx) })
    return null
  })

const nothing = { code: null, name_zh: null, name_en: null, url: null }

/** Deletes a custom entry without children. */
export const removeMenu = (ctx: Ctx, input: InputOf<typeof endpoints.menu.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const entry = await lockRow(write, 'menu', input, 'delete')
    if (entry.seeded) refuseSeeded(ctx, 'id')
    const name = ctx.locale === 'zh' ? 'name_zh' : 'name_en'
    const below = write.db.selectFrom('menu').select(`${name} as name`).where('parent_code', '=', entry.code)
    const children = await below.orderBy('sort').limit(10).execute()
    if (children.length > 0) throw new DomainError('inUse', { dependants: children.map((child) => child.name) })
    const changes = changesBetween({ ...entry }, nothing)
    await deleteRow(write, 'menu', entry, { action: 'menu.del', name: entry.code, owner: actorCompany(ctx), changes })
    return null
  })
