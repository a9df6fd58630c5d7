import { DomainError, type EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { enumLabel, translate } from '../../platform/i18n.ts'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Write } from '../../platform/transact.ts'
import { gatewayInScope } from '../device/find-gateway.ts'
import { lockUnknown, type StoredUnknown } from './unknown-report.store.ts'

/** Answers 422 with the reason in the caller's language. */
export const refuseHere = (ctx: Ctx, reason: keyof SharedTexts['reasons'], field?: string): never => {
  throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
}

/**
 * One that somebody is about to see to, locked: of one of the kinds, and seen to by nobody else.
 * @throws DomainError notFound, notHere, wrongState saying who was first
 */
export const lockOpen = async (
  ctx: Ctx,
  write: Write,
  id: number,
  kinds: readonly EnumValue<'unknownReportKind'>[],
): Promise<StoredUnknown> => {
  const found = await lockUnknown(write.db, id)
  if (!found) throw new DomainError('notFound', {}, 'id')
  if (!kinds.includes(found.kind)) refuseHere(ctx, 'unknownKind', 'id')
  if (found.handled_at === null) return found
  // Without scope: whoever was first may sit in a company above.
  const by = await write.systemDb.selectFrom('account').select('name').where('id', '=', found.handled_by).executeTakeFirst()
  throw new DomainError('wrongState', {
    state: enumLabel(ctx.locale, 'unknownHandledWay', found.handled_way),
    who: by?.name ?? '—',
    when: found.handled_at,
  })
}

/** The gateway that reported it and the code of the device. @throws DomainError notHere when the gateway is gone, or none was named */
export const senderOf = async (ctx: Ctx, write: Write, { gateway_id, device_code }: StoredUnknown) => {
  const gateway = gateway_id === null ? undefined : await gatewayInScope(write, gateway_id)
  if (!gateway || device_code === null) return refuseHere(ctx, 'gatewayGone', 'id')
  return { gateway, code: device_code }
}

/** How the audit names one, and whose it is. */
export const audited = ({ id, key, company_id, path }: StoredUnknown) => ({
  object: { kind: 'unknown_report' as const, id, name: key },
  owner: { companyId: company_id, path },
})
