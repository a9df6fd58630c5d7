import { DomainError, type CompanyKind, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { removeAccounts } from '../account/remove-accounts.ts'
import { removeRoles } from '../role/remove-roles.ts'
import { companyKindFacts } from './company.kinds.ts'
import { assertBelow } from './company.rules.ts'
import { lockCompany, updateCompanyRow } from './company.store.ts'
import { dependantsOf } from './dependants.ts'

/** Deletes a company that nothing hangs on, with its administrator and roles; otherwise says what does. The row stays, for whatever it did. */
export const deleteCompany = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.del>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const company = await lockCompany(write.db, kind, input.id, 'delete')
    assertBelow(ctx, company)
    const dependants = await dependantsOf(write.systemDb, company, ctx.locale)
    if (dependants !== '') throw new DomainError('inUse', { dependants })
    if (company.admin_account_id !== null) await removeAccounts(ctx, write, [company.admin_account_id])
    await removeRoles(write, company.id)
    const changes = { deleted_at: write.at, enabled: false }
    await updateCompanyRow(write.systemDb, company.id, company.version, changes, ctx.actor.accountId, write.at)
    write.audit({
      action: `${companyKindFacts[kind].name}.del`,
      object: { kind: 'company', id: company.id, name: company.name },
      owner: { companyId: company.id, path: company.path },
      changes: { name: [company.name, null], org_code: [company.org_code, null] },
    })
    return null
  })
