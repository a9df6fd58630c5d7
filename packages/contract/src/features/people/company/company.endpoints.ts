import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, noInput, optional, options, ref, rowId, text } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  companyAdministratorInput,
  companyConfig,
  companyConfigInput,
  companyContact,
  companyCreateInput,
  companyDetail,
  companyDomainInput,
  companyInfoInput,
  companyPageInput,
  companyRenewInput,
  companyRow,
  companyStaffInput,
  companyTypeOf,
  companyUpdateInput,
  oneTimePassword,
  stopPreview,
} from './company.schema.ts'

/** The three levels of companies share one set of calls; the base path selects the level. */
const companyEndpoints = <const N extends 'distributor' | 'agentOne' | 'agentTwo'>(name: N, path: string) =>
  about('company', {
    ...standardCalls(name, {
      entity: 'company',
      words: ['a company of this level', 'companies of this level'],
      path,
      page: { input: companyPageInput, row: companyRow },
      detail: { row: companyDetail },
      select: { input: input({ keyword: optional(text(60)), parentId: optional(ref('company')) }) },
      create: {
        input: companyCreateInput,
        output: oneTimePassword,
        summary: 'Create a company with its administrator, and its branding if it is given',
        errors: ['duplicate', 'quotaReached', 'notHere'],
        lasting: true,
      },
      update: { input: companyUpdateInput, errors: ['duplicate', 'notHere'] },
      remove: { summary: 'Delete a company that nothing depends on', errors: ['inUse'] },
      setEnabled: { summary: 'Enable or disable; ends the sessions of its whole branch' },
      export: { operation: 'view' },
    }),
    renew: endpoint({
      method: 'POST',
      path: `${path}/renew`,
      access: `${name}:update` as const,
      input: companyRenewInput,
      output: rowId,
      summary: 'Set a new date of expiry, in the future',
      errors: ['staleVersion', 'notHere'],
    }),
    staff: endpoint({
      method: 'GET',
      path: `${path}/staff`,
      access: `${name}:update` as const,
      input: companyStaffInput,
      output: options,
      summary: 'Accounts that may be named administrator of a company',
    }),
    setAdmin: endpoint({
      method: 'POST',
      path: `${path}/setAdmin`,
      access: `${name}:update` as const,
      input: companyAdministratorInput,
      output: rowId,
      summary: 'Name another administrator of a company; rights stay with the roles',
      errors: ['notHere'],
    }),
    stops: endpoint({
      method: 'GET',
      path: `${path}/stops`,
      access: [`${name}:forbidden`, `${name}:update`] as const,
      input: input({ id: ref('company') }),
      output: stopPreview,
      summary: 'What disabling would stop, or an expiry that has passed',
    }),
    decideDomain: endpoint({
      method: 'POST',
      path: `${path}/domain`,
      access: `${name}:update` as const,
      input: companyDomainInput,
      output: rowId,
      summary: 'Agree to a company’s request for a domain, or not; for the operating company',
      errors: ['duplicate', 'noAccess', 'notHere'],
    }),
    unmask: endpoint({
      method: 'POST',
      path: `${path}/unmask`,
      access: `${name}:view` as const,
      also: 'account:unmask',
      input: input({ id: ref('company') }),
      output: companyContact,
      summary: 'Phone and email of the company’s contact in full; every call is audited',
    }),
  })

export const distributorEndpoints = companyEndpoints('distributor', 'web/distributor')
export const agentOneEndpoints = companyEndpoints('agentOne', 'web/agent/one')
export const agentTwoEndpoints = companyEndpoints('agentTwo', 'web/agent/two')

/** Calls for companies of any level. */
export const companyEndpointsOfAll = about('company', {
  kind: endpoint({
    method: 'GET',
    path: 'web/company/kind',
    access: ['distributor:view', 'agentOne:view', 'agentTwo:view'],
    input: input({ id: ref('company') }),
    output: companyTypeOf,
    summary: 'The level of a company, which says where its page is',
  }),
})

export const companyConfigEndpoints = about('company', {
  find: endpoint({
    method: 'GET',
    path: 'web/company/config/find',
    access: 'companyConfig:view',
    input: noInput,
    output: companyConfig,
    summary: 'Information and branding of one’s own company',
  }),
  update: endpoint({
    method: 'POST',
    path: 'web/company/config/update',
    access: 'companyConfig:update',
    changes: ['company', 'viewer'],
    input: companyConfigInput,
    output: rowId,
    summary: 'Change the branding',
    errors: ['staleVersion', 'imageShape'],
  }),
  updateInfo: endpoint({
    method: 'POST',
    path: 'web/company/config/updateInfo',
    access: 'companyConfig:update',
    changes: ['company', 'viewer'],
    input: companyInfoInput,
    output: rowId,
    summary: 'Change the information',
    errors: ['duplicate', 'staleVersion', 'notHere'],
  }),
})
