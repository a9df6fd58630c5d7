import type { CompanyKind, endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { assertTimeZone, assertFuture } from '../../../platform/refuse-field.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertAreas } from '../../base/area/assert-areas.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { columnsOf, keptContact } from './company.fields.ts'
import { companyKindFacts } from './company.kinds.ts'
import { assertOwnFile, domainColumns, lockBelow } from './company.rules.ts'
import { tellRequest } from './decide-domain.ts'
import { orTaken } from './company.store.ts'

/** Edits a company below the caller's. Its place in the tree stays. To stop it at once, disable it, which shows what stops. */
export const updateCompany = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.update>,
): Promise<{ id: number }> => {
  assertTimeZone(ctx, input.timeZone)
  await assertAreas(ctx, input)
  return transact(ctx, async (write) => {
    const company = await lockBelow(ctx, write, kind, input)
    assertFuture(ctx, 'expiresAt', input.expiresAt, write.at, company.expires_at)
    await assertOwnFile(ctx, 'licenceFile', input.licenceFile, company.licence_file, ['attachment', 'photo'])
    const columns = {
      ...columnsOf(input, { ...company, ...keptContact(ctx, company) }),
      ...domainColumns(ctx, input.domain, company),
    }
    const quotas = input.quotas ?? {}
    const audit = {
      action: `${companyKindFacts[kind].name}.update`,
      changes: { quotas: null, ...changesBetween({ ...company }, { quotas }) },
    } as const
    await orTaken(updateRow(write, 'company', company, { ...columns, quotas: JSON.stringify(quotas) }, audit), columns)
    const owner = { companyId: company.id, path: company.path }
    if (input.licenceFile && input.licenceFile !== company.licence_file)
      await attachFiles(ctx, write, [input.licenceFile], { ...owner, customerId: null })
    if (columns.domain_requested !== company.domain_requested) await tellRequest(write, { ...company, ...columns })
    return { id: company.id }
  })
}
