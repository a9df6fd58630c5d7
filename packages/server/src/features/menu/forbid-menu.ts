import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { entryOf } from './menu.audit.ts'
import { assertDispensable } from './menu.rules.ts'
import { lockMenu, updateMenuRow } from './menu.store.ts'

/**
 * Enables or disables an entry, and with it all below, for everybody. No session ends, and it holds from the next call on: what somebody may do is looked
 * up each time (session/authenticate.ts), and whatever stands below a disabled entry is closed.
 */
export const forbidMenu = async (ctx: Ctx, input: InputOf<typeof endpoints.menu.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const entry = await lockMenu(write.db, input.id)
    if (!input.enabled) assertDispensable(ctx, entry.code)
    const { enabled } = input
    await updateMenuRow(write.db, entry, { enabled }, ctx.actor.accountId, write.at)
    write.audit(entryOf(ctx, 'menu.forbidden', entry, { enabled: entry.enabled }, { enabled }))
    return null
  })
