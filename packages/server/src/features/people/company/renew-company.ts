import { DomainError, type CompanyKind, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { companyKindFacts } from './company.kinds.ts'
import { lockBelow } from './company.rules.ts'

/** Changes the date of expiry of a company below the caller's, and nothing else. */
export const renewCompany = (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.renew>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const company = await lockBelow(ctx, write, kind, input)
    const { expiresAt: expires_at } = input
    if (Date.parse(expires_at) <= write.at.getTime())
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.expiryPassed') }, 'expiresAt')
    const changes = { expires_at: [company.expires_at, expires_at] } as const
    await updateRow(write, 'company', company, { expires_at }, { action: `${companyKindFacts[kind].name}.renew`, changes })
    return { id: company.id }
  })
