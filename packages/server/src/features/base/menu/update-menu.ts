import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import type { MenuTable } from '../../../tables/people.tables.ts'
import { assertKeepsKind, assertOwnRoute, assertPlace, refuseSeeded } from './menu.rules.ts'

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
