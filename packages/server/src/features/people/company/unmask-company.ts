import type { CompanyKind, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { companyKindFacts } from './company.kinds.ts'
import { lockCompany } from './company.store.ts'

/** Shows the phone and email of a company's contact in full, and records that in the audit log. */
export const unmaskCompany = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.unmask>,
): Promise<OutputOf<typeof endpoints.distributor.unmask>> =>
  transact(ctx, async (write) => {
    const company = await lockCompany(write, kind, input.id)
    auditRow(write, 'company', company, { action: `${companyKindFacts[kind].name}.unmask` })
    return { phone: company.phone, email: company.email }
  })
