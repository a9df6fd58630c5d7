import type { endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
import { actorCompany, insertRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertOwnRoute, assertPlace } from './menu.rules.ts'

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
