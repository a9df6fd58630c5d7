import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { entryOf } from './menu.audit.ts'
import { assertKeepsKind, assertOwnRoute, refuseSeeded } from './menu.rules.ts'
import { lockMenu, updateMenuRow } from './menu.store.ts'

/** Edits an entry. Of one that comes with the product, only names, order and icon change. */
export const updateMenu = async (ctx: Ctx, input: InputOf<typeof endpoints.menu.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const entry = await lockMenu(write.db, input.id)
    const changes = {
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
