import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { ownId } from '../../../platform/self-audit.ts'
import { changeOwner, hasForeign } from './file.store.ts'

/**
 * Makes the caller's uploads part of an object, so that everybody who sees the object sees them (photos of an order). Call it in the write
 * that attaches them. Files that already belong to another owner do not change: anyone who sees the first object keeps seeing them. Nobody
 * can attach other people's files, except those of the same owner that are already attached.
 * @throws DomainError noAccess
 */
export const attachFiles = async (
  ctx: Ctx,
  write: Write,
  ids: readonly string[],
  owner: { readonly companyId: number; readonly path: string; readonly customerId: number | null },
): Promise<void> => {
  if (ids.length === 0) return
  const { companyId: company_id, path, customerId: customer_id } = owner
  const uploader = {
    accountId: ownId(ctx.actor),
    companyId: ctx.actor.companyId ?? 0,
    customerId: ctx.actor.customerId,
  }
  await changeOwner(write.systemDb, ids, uploader, { company_id, path, customer_id })
  if (await hasForeign(write.systemDb, ids, uploader.accountId, { company_id, customer_id })) throw new DomainError('noAccess')
}
