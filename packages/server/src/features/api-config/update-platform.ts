import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { columnsOf, entryOf } from './operator-platform.fields.ts'
import { lockPlatform, sealedFor, updatePlatformRow } from './operator-platform.store.ts'

/** Edits a carrier platform. A secret left out stays. */
export const updatePlatform = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.operatorPlatform.update>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const before = await lockPlatform(write.db, input.id)
    const after = columnsOf(ctx, input)
    const secret = input.secret === undefined ? before.secret : sealedFor(ctx.config.dataDir, before.code, input.secret)
    const changes = { ...after, secret, updated_at: write.at, updated_by: ctx.actor.accountId }
    if (!(await updatePlatformRow(write.db, input, changes))) await refuseStale(write.systemDb, 'operator_platform', before.id)
    write.audit(entryOf('operatorPlatform.update', before, { before, after, secret: secret !== before.secret }))
    return { id: before.id }
  })
