import { DomainError, type CompanyKind, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { removeAccounts } from '../account/remove-accounts.ts'
import { removeRoles } from '../role/remove-roles.ts'
import { companyKindFacts } from './company.kinds.ts'
import { lockBelow } from './company.rules.ts'
import { dependantsOf } from './dependants.ts'

/** Deletes a company without dependants, along with its administrator and roles; otherwise the error names them. The row stays for the history. */
export const deleteCompany = (ctx: Ctx, kind: CompanyKind, input: InputOf<typeof endpoints.distributor.del>): Promise<null> =>
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
