import { endpoints, type CompanyKind } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { bind, type Binding } from '../../../platform/http/binding.ts'
import { findConfig, updateConfig } from './company-config.ts'
import { companyKindFacts } from './company.rules.ts'
import {
  companyDetail,
  exportCompanies,
  kindOfCompany,
  pageCompanies,
  selectCompanies,
  companyExportOf,
} from './company.reads.ts'
import { createCompany } from './create-company.ts'
import { decideDomain, selectStaff, setCompanyAdministrator, unmaskCompany, updateCompany, updateInfo } from './company.verbs.ts'
import { removeCompany, renewCompany, setCompanyEnabled } from './company-control.verbs.ts'
import { stopsOf } from './stops.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { notifyOfCompanyExpiries } from './notify-of-company-expiries.ts'

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
    remove: verb(removeCompany),
    renew: verb(renewCompany),
    staff: verb(selectStaff),
    setAdmin: verb(setCompanyAdministrator),
    setEnabled: verb(setCompanyEnabled),
    stops: verb(stopsOf),
    decideDomain: verb(decideDomain),
    unmask: verb(unmaskCompany),
    export: verb(exportCompanies),
  })
}

const companyRoutes = [
  ...companyRoutesOf('distributor'),
  ...companyRoutesOf('agent_one'),
  ...companyRoutesOf('agent_two'),
  ...bind(endpoints.company, { kind: kindOfCompany }),
  ...bind(endpoints.companyConfig, { find: findConfig, update: updateConfig, updateInfo }),
]

/** Notices of expiry. Hourly, so that a machine that is off at night misses no day. */
const companyJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('companyExpiry', () => notifyOfCompanyExpiries(systemCtx), '5 * * * *'),
]

export const companyFeature: Feature = {
  name: 'company',
  routes: () => companyRoutes,
  exports: {
    distributor: companyExportOf('distributor'),
    agentOne: companyExportOf('agent_one'),
    agentTwo: companyExportOf('agent_two'),
  },
  jobs: companyJobs,
  uploads: ['logo', 'loginLogo', 'collapsedLogo', 'loginBackground'],
}
