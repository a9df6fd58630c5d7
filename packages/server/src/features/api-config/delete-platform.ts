import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { entryOf } from './operator-platform.fields.ts'
import { deletePlatformRow, lockPlatform } from './operator-platform.store.ts'

/** Deletes a carrier platform, and its secret with it. */
export const deletePlatform = async (ctx: Ctx, input: InputOf<typeof endpoints.operatorPlatform.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const platform = await lockPlatform(write.db, input.id)
    await deletePlatformRow(write.db, platform.id)
    const { code, name, protocol, url } = platform
    const nothing = { code: null, name: null, protocol: null, url: null }
    write.audit(
      entryOf('operatorPlatform.del', platform, { before: { code, name, protocol, url }, after: nothing, secret: false }),
    )
    return null
  })
