import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertCanDisable } from './menu.rules.ts'

/**
 * Enables or disables an entry and everything below it, for everybody. No session ends. It applies from the next call on: access
 * is looked up each time (access/authenticate.ts), and everything below a disabled entry is closed.
 */
export const setMenuEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.menu.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const entry = await lockRow(write, 'menu', { id })
    if (!enabled) assertCanDisable(ctx, entry.code)
    await updateRow(write, 'menu', entry, { enabled }, { action: 'menu.forbidden', name: entry.code, owner: actorCompany(ctx) })
    return null
  })
