import type { CompanyKind, endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { adoptFiles } from '../file/adopt-files.ts'
import { endSessionsOfBranch } from '../session/end-sessions.ts'
import { columnsOf } from './company.fields.ts'
import { companyKindFacts } from './company.kinds.ts'
import { assertBelow, assertDomain, assertOwnFile, assertTimeZone } from './company.rules.ts'
import { lockCompany, updateCompanyRow } from './company.store.ts'

/** Edits a company below one's own. Where it stands stays. An expiry that has passed ends the sessions of its whole branch. */
export const updateCompany = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.update>,
): Promise<{ id: number }> => {
  assertTimeZone(ctx, input.timeZone)
  return transact(ctx, async (write) => {
    const company = await lockCompany(write.db, kind, input.id)
    assertBelow(ctx, company)
    await assertOwnFile(ctx, 'licenceFile', input.licenceFile, company.licence_file, ['attachment', 'photo'])
    const columns = columnsOf(input, company)
    assertDomain(ctx, columns.domain, company.domain)
    const quotas = input.quotas ?? {}
    const changes = { ...columns, quotas: JSON.stringify(quotas) }
    if (!(await updateCompanyRow(write.db, company.id, input.version, changes, ctx.actor.accountId, write.at)))
      await refuseStale(write.systemDb, 'company', company.id)
    const owner = { companyId: company.id, path: company.path }
    if (input.licenceFile && input.licenceFile !== company.licence_file)
      await adoptFiles(ctx, write, [input.licenceFile], { ...owner, customerId: null })
    if (columns.expires_at !== null && Date.parse(columns.expires_at) <= write.at.getTime())
      await endSessionsOfBranch(write, company.path)
    write.audit({
      action: `${companyKindFacts[kind].name}.update`,
      object: { kind: 'company', id: company.id, name: columns.name },
      owner,
      changes: changesBetween(company, { ...columns, quotas }),
    })
    return { id: company.id }
  })
}
