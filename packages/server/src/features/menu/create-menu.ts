import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { assertOwnRoute, assertPlace } from './menu.rules.ts'
import { insertMenu, lockMenu } from './menu.store.ts'
import { entryOf } from './menu.audit.ts'

/** Adds a group, or a link at the first level or in a group. */
export const createMenu = async (ctx: Ctx, input: InputOf<typeof endpoints.menu.create>): Promise<{ id: number }> => {
  assertOwnRoute(input.url)
  return transact(ctx, async (write) => {
    // Locked, so that the group is not deleted meanwhile.
    const parent = input.parentId === undefined ? null : await lockMenu(write.db, input.parentId)
    assertPlace(ctx, input.url, parent)
    const entry = {
      code: input.code,
      parent_code: parent?.code ?? null,
      name_zh: input.nameZh,
      name_en: input.nameEn,
      url: input.url,
      icon: input.icon ?? '',
      level: (parent?.level ?? 0) + 1,
      sort: input.sort,
      is_main_menu: input.isMainMenu,
      account_types: input.accountTypes,
    }
    const by = { created_at: write.at, created_by: ctx.actor.accountId, updated_at: write.at, updated_by: ctx.actor.accountId }
    const id = await insertMenu(write.db, { ...entry, ...by })
    write.audit(entryOf(ctx, 'menu.create', { id, ...entry }, {}, entry))
    return { id }
  })
}
