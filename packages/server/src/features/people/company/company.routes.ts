import { endpoints, type CompanyKind } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { bind, type Binding } from '../../../platform/http/binding.ts'
import { findConfig, updateConfig } from './company-config.ts'
import { companyKindFacts } from './company.kinds.ts'
import { companyDetail, exportCompanies, kindOfCompany, pageCompanies, selectCompanies } from './company.reads.ts'
import { createCompany } from './create-company.ts'
import { decideDomain } from './decide-domain.ts'
import { deleteCompany } from './delete-company.ts'
import { renewCompany } from './renew-company.ts'
import { setCompanyEnabled } from './set-company-enabled.ts'
import { selectStaff, setCompanyAdministrator } from './set-administrator.ts'
import { stopsOf } from './stops.reads.ts'
import { unmaskCompany } from './unmask-company.ts'
import { updateCompany } from './update-company.ts'
import { updateInfo } from './update-info.ts'

/** The routes of one kind of company; the verbs are shared. */
const companyRoutesOf = (kind: CompanyKind): Binding[] => {
  const verb =
    <I, O>(of: (ctx: Ctx, kind: CompanyKind, input: I) => Promise<O>) =>
    (ctx: Ctx, input: I): Promise<O> =>
      of(ctx, kind, input)
  return bind(endpoints[companyKindFacts[kind].name], {
    page: verb(pageCompanies),
    detail: verb(companyDetail),
    select: verb(selectCompanies),
    create: verb(createCompany),
    update: verb(updateCompany),
    del: verb(deleteCompany),
    renew: verb(renewCompany),
    staff: verb(selectStaff),
    setAdmin: verb(setCompanyAdministrator),
    forbidden: verb(setCompanyEnabled),
    stops: verb(stopsOf),
    decideDomain: verb(decideDomain),
    unmask: verb(unmaskCompany),
    export: verb(exportCompanies),
  })
}

export const companyRoutes = [
  ...companyRoutesOf('distributor'),
  ...companyRoutesOf('agent_one'),
  ...companyRoutesOf('agent_two'),
  ...bind(endpoints.company, { kind: kindOfCompany }),
  ...bind(endpoints.companyConfig, { find: findConfig, update: updateConfig, updateInfo }),
]
