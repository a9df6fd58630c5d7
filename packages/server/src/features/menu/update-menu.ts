import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { entryOf } from './menu.audit.ts'
import { assertKeepsKind, assertOwnRoute, assertPlace, refuseSeeded } from './menu.rules.ts'
import { lockMenu, updateMenuRow, type StoredMenu } from './menu.store.ts'

/**
 * Where an entry is to stand: one of the product where it is, one of people's own where `parentId` says. Only groups of the first level hold others, so no
 * entry comes to stand below itself.
 * @throws notHere
 */
const placeOf = async (ctx: Ctx, write: Write, entry: StoredMenu, parentId: number | undefined) => {
  // Locked, so that the group is not deleted meanwhile.
  const parent = parentId === undefined ? null : await lockMenu(write.db, parentId)
  if (!entry.seeded) {
    assertPlace(ctx, entry.url, parent)
    return { parent_code: parent?.code ?? null, level: (parent?.level ?? 0) + 1 }
  }
  if (parent && parent.code !== entry.parent_code) refuseSeeded(ctx, 'parentId')
  return { parent_code: entry.parent_code, level: entry.level }
}

/** Edits an entry. Of one that comes with the product, only names, order and icon change. */
export const updateMenu = async (ctx: Ctx, input: InputOf<typeof endpoints.menu.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const entry = await lockMenu(write.db, input.id)
    const changes = {
      ...(await placeOf(ctx, write, entry, input.parentId)),
      name_zh: input.nameZh,
      name_en: input.nameEn,
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
    const updated = await updateMenuRow(
      write.db,
      { id: entry.id, version: input.version },
      changes,
      ctx.actor.accountId,
      write.at,
    )
    if (!updated) await refuseStale(write.systemDb, 'menu', entry.id)
    write.audit(entryOf(ctx, 'menu.update', entry, entry, changes))
    return { id: entry.id }
  })
