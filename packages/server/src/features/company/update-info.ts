import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { translate } from '../../platform/i18n.ts'
import { transact } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { ownCompany } from './company-config.ts'
import { domainOf, infoColumnsOf } from './company.fields.ts'
import { assertTimeZone } from './company.rules.ts'
import { lockCompany, updateCompanyRow } from './company.store.ts'

/**
 * Changes what one's own company says of itself. Organisation code and domain are set by the company above; the operating company, which has none,
 * sets its own.
 */
export const updateInfo = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.companyConfig.updateInfo>,
): Promise<{ id: number }> => {
  assertTimeZone(ctx, input.timeZone)
  const { id, type } = ownCompany(ctx)
  if (type !== 'siter') {
    const field = (['orgCode', 'domain'] as const).find((each) => input[each] !== undefined)
    if (field) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.setAbove') }, field)
  }
  return transact(ctx, async (write) => {
    const company = await lockCompany(write.db, type, id)
    const columns = {
      ...infoColumnsOf(input, company),
      ...(type === 'siter' ? { org_code: input.orgCode ?? company.org_code, domain: domainOf(input.domain) } : {}),
    }
    if (!(await updateCompanyRow(write.db, id, input.version, columns, ctx.actor.accountId, write.at)))
      await refuseStale(write.systemDb, 'company', id)
    write.audit({
      action: 'companyConfig.updateInfo',
      object: { kind: 'company', id, name: columns.name },
      owner: { companyId: id, path: company.path },
      changes: changesBetween(company, columns),
    })
    return { id }
  })
}
