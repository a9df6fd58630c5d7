import type { CompanyKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { endSessionsOfBranch } from '../session/end-sessions.ts'
import { companyKindFacts } from './company.kinds.ts'
import { assertBelow } from './company.rules.ts'
import { lockCompany, updateCompanyRow } from './company.store.ts'

/** Enables or disables a company below one's own; disabled, the sessions of its whole branch end at once. Its devices go on reporting. */
export const forbidCompany = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const company = await lockCompany(write.db, kind, input.id)
    assertBelow(ctx, company)
    const { enabled } = input
    await updateCompanyRow(write.db, company.id, company.version, { enabled }, ctx.actor.accountId, write.at)
    if (!enabled) await endSessionsOfBranch(write, company.path)
    write.audit({
      action: `${companyKindFacts[kind].name}.forbidden`,
      object: { kind: 'company', id: company.id, name: company.name },
      owner: { companyId: company.id, path: company.path },
      changes: { enabled: [company.enabled, enabled] },
    })
    return null
  })
