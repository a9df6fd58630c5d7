import type { CompanyKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessionsOfBranch } from '../../base/access/end-sessions.ts'
import { companyKindFacts } from './company.kinds.ts'
import { lockBelow } from './company.rules.ts'

/** Enables or disables a company below the caller's. Disabling ends the sessions of its whole branch at once. Its devices keep reporting. */
export const setCompanyEnabled = (
  ctx: Ctx,
  kind: CompanyKind,
  { id, enabled }: InputOf<typeof endpoints.distributor.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const company = await lockBelow(ctx, write, kind, { id })
    const changes = { enabled: [company.enabled, enabled] } as const
    await updateRow(write, 'company', company, { enabled }, { action: `${companyKindFacts[kind].name}.forbidden`, changes })
    if (!enabled) await endSessionsOfBranch(write, company.path)
    return null
  })
