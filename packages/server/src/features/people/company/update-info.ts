import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertTimeZone } from '../../../platform/refuse-field.ts'
import { translate } from '../../../platform/i18n.ts'
import { assertVersion, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertAreas } from '../../base/area/assert-areas.ts'
import { ownCompany } from './company-config.ts'
import { infoColumnsOf, keptContact } from './company.fields.ts'
import { domainColumns } from './company.rules.ts'
import { tellRequest } from './decide-domain.ts'
import { lockCompany, orTaken } from './company.store.ts'

/**
 * Changes what the caller's company says about itself. The organisation code is set by the company above; the operating company, which has
 * none, sets its own. A domain is only requested.
 */
export const updateInfo = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.companyConfig.updateInfo>,
): Promise<{ id: number }> => {
  assertTimeZone(ctx, input.timeZone)
  await assertAreas(ctx, input)
  const { id, type } = ownCompany(ctx)
  if (type !== 'siter' && input.orgCode !== undefined)
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.setAbove') }, 'orgCode')
  return transact(ctx, async (write) => {
    const company = await lockCompany(write, type, id)
    await assertVersion(write, 'company', company, input.version)
    const columns = {
      ...infoColumnsOf(input, { ...company, ...keptContact(ctx, company) }),
      ...(type === 'siter' ? { org_code: input.orgCode ?? company.org_code } : {}),
      ...domainColumns(ctx, input.domain, company),
    }
    await orTaken(updateRow(write, 'company', company, columns, { action: 'companyConfig.updateInfo' }), columns)
    if (columns.domain_requested !== company.domain_requested) await tellRequest(write, { ...company, ...columns })
    return { id }
  })
}
