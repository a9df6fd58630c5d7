import type { Ctx } from '../../platform/context.ts'
import type { Write } from '../../platform/transact.ts'
import { ownId } from '../session/self-audit.ts'
import { changeOwner } from './file.store.ts'

/**
 * Makes the caller's uploads part of an object, so that whoever sees the object sees them as well (photos of an order). To be called in
 * the write that attaches them; uploads of other people stay whose they are.
 */
export const adoptFiles = async (
  ctx: Ctx,
  write: Write,
  ids: readonly string[],
  owner: { readonly companyId: number; readonly path: string; readonly customerId: number | null },
): Promise<void> => {
  if (ids.length === 0) return
  const { companyId: company_id, path, customerId: customer_id } = owner
  await changeOwner(write.systemDb, ids, ownId(ctx.actor), { company_id, path, customer_id })
}
