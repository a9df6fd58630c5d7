import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { columnsOf, entryOf } from './operator-platform.fields.ts'
import { insertPlatform, sealedFor } from './operator-platform.store.ts'

/** Adds a carrier platform of the caller's company, which is the operating one. */
export const createPlatform = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.operatorPlatform.create>,
): Promise<{ id: number }> => {
  const { code } = input
  const after = { code, ...columnsOf(ctx, input) }
  const secret = input.secret === undefined ? null : sealedFor(ctx.config.dataDir, code, input.secret)
  const owner = { company_id: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath }
  return transact(ctx, async (write) => {
    const by = ctx.actor.accountId
    const id = await insertPlatform(write.db, {
      ...owner,
      ...after,
      secret,
      created_at: write.at,
      created_by: by,
      updated_at: write.at,
      updated_by: by,
    })
    write.audit(
      entryOf('operatorPlatform.create', { id, name: after.name, ...owner }, { before: {}, after, secret: secret !== null }),
    )
    return { id }
  })
}
