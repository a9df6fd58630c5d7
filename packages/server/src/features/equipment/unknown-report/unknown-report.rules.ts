import { DomainError, type EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Write } from '../../../platform/transact.ts'
import { gatewayInScope } from '../gateway/find-gateway.ts'
import { lockUnknown, type StoredUnknown } from './unknown-report.store.ts'

/** Answers 422 with the reason in the caller's language. */
export const throwNotHere = (ctx: Ctx, reason: ReasonName, field?: string): never => {
  throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
}

/**
 * Locks an unhandled entry of one of these kinds.
 * @throws DomainError notFound, notHere, wrongState naming who was first
 */
export const lockUnhandled = async (
  ctx: Ctx,
  write: Write,
  id: number,
  kinds: readonly EnumValue<'unknownReportKind'>[],
): Promise<StoredUnknown> => {
  const found = await lockUnknown(write.db, id)
  if (!found) throw new DomainError('notFound', {}, 'id')
  if (!kinds.includes(found.kind)) throwNotHere(ctx, 'unknownKind', 'id')
  if (found.handled_at === null) return found
  // Not scoped: whoever was first may belong to a parent company.
  const by = await write.systemDb.selectFrom('account').select('name').where('id', '=', found.handled_by).executeTakeFirst()
  throw new DomainError('wrongState', {
    state: enumLabel(ctx.locale, 'unknownHandledWay', found.handled_way),
    who: by?.name ?? '—',
    when: found.handled_at,
  })
}

/** The gateway that reported it, and the device's code. @throws DomainError notHere if the gateway no longer exists or no device was named */
export const reportingGateway = async (ctx: Ctx, write: Write, { gateway_id, device_code }: StoredUnknown) => {
  const gateway = gateway_id === null ? undefined : await gatewayInScope(write, gateway_id)
  if (!gateway || device_code === null) return throwNotHere(ctx, 'gatewayGone', 'id')
  return { gateway, code: device_code }
}

/** The entry as the audit log names it, and its owner. */
export const auditTarget = ({ id, key, company_id, path }: StoredUnknown) => ({
  object: { kind: 'unknown_report' as const, id, name: key },
  owner: { companyId: company_id, path },
})
