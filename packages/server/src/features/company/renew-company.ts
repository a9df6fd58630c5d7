import { DomainError, type CompanyKind, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { translate } from '../../platform/i18n.ts'
import { transact } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { companyKindFacts } from './company.kinds.ts'
import { assertBelow } from './company.rules.ts'
import { lockCompany, updateCompanyRow } from './company.store.ts'

/** Gives a company below one's own another date of expiry, and nothing else. */
export const renewCompany = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.renew>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const company = await lockCompany(write.db, kind, input.id)
    assertBelow(ctx, company)
    if (Date.parse(input.expiresAt) <= write.at.getTime())
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.expiryPassed') }, 'expiresAt')
    const changes = { expires_at: input.expiresAt }
    if (!(await updateCompanyRow(write.db, company.id, input.version, changes, ctx.actor.accountId, write.at)))
      await refuseStale(write.systemDb, 'company', company.id)
    write.audit({
      action: `${companyKindFacts[kind].name}.renew`,
      object: { kind: 'company', id: company.id, name: company.name },
      owner: { companyId: company.id, path: company.path },
      changes: { expires_at: [company.expires_at, input.expiresAt] },
    })
    return { id: company.id }
  })
