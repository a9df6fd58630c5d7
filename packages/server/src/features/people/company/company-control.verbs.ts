import { DomainError, type CompanyKind, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { companyKindFacts, lockBelow } from './company.rules.ts'
import { endSessionsOfBranch } from '../../base/access/end-sessions.ts'
import { removeAccounts } from '../account/account.verbs.ts'
import { removeRoles } from '../role/role.verbs.ts'
import { dependantsOf } from './dependants.ts'

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

/** Enables or disables a company below the caller's. Disabling ends the sessions of its whole branch at once. Its devices keep reporting. */
export const setCompanyEnabled = (
  ctx: Ctx,
  kind: CompanyKind,
  { id, enabled }: InputOf<typeof endpoints.distributor.setEnabled>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const company = await lockBelow(ctx, write, kind, { id })
    const changes = { enabled: [company.enabled, enabled] } as const
    await updateRow(write, 'company', company, { enabled }, { action: `${companyKindFacts[kind].name}.forbidden`, changes })
    if (!enabled) await endSessionsOfBranch(write, company.path)
    return null
  })

/** Deletes a company without dependants, along with its administrator and roles; otherwise the error names them. The row stays for the history. */
export const removeCompany = (ctx: Ctx, kind: CompanyKind, input: InputOf<typeof endpoints.distributor.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const company = await lockBelow(ctx, write, kind, input, 'delete')
    const dependants = await dependantsOf(write.systemDb, company, ctx.locale)
    if (dependants !== '') throw new DomainError('inUse', { dependants })
    if (company.admin_account_id !== null) await removeAccounts(ctx, write, [company.admin_account_id])
    await removeRoles(write, company.id)
    const changes = {
      name: [company.name, null],
      org_code: [company.org_code, null],
      deleted_at: null,
      enabled: null,
    } as const
    const gone = { deleted_at: write.at, enabled: false }
    await updateRow(write, 'company', company, gone, { action: `${companyKindFacts[kind].name}.del`, changes })
    return null
  })
