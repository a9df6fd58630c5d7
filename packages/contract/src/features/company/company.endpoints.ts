import { endpoint } from '../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { input, noInput, nothing, optional, options, pageOf, ref, rowId, text } from '../../kernel/schema.ts'
import type { OperationCode } from '../../menus.ts'
import {
  companyAdministratorInput,
  companyConfig,
  companyConfigInput,
  companyContact,
  companyCreateInput,
  companyDetail,
  companyDomainInput,
  companyForbiddenInput,
  companyInfoInput,
  companyPageInput,
  companyRenewInput,
  companyRow,
  companyStaffInput,
  companyUpdateInput,
  oneTimePassword,
  stopPreview,
} from './company.schema.ts'

type CompanyOperation = 'view' | 'create' | 'update' | 'del' | 'forbidden'

/** The three levels of companies share one set of calls; the base path says which. */
const companyEndpoints = (base: string, operation: (name: CompanyOperation) => OperationCode) =>
  ({
    page: endpoint({
      method: 'GET',
      path: `${base}/page`,
      access: operation('view'),
      input: companyPageInput,
      output: pageOf(companyRow),
      summary: 'Companies of this level',
    }),
    detail: endpoint({
      method: 'GET',
      path: `${base}/detail`,
      access: operation('view'),
      input: input({ id: ref('company') }),
      output: companyDetail,
      summary: 'One company',
    }),
    select: endpoint({
      method: 'GET',
      path: `${base}/select`,
      access: 'session',
      input: input({ keyword: optional(text(60)), parentId: optional(ref('company')) }),
      output: options,
      summary: 'Enabled companies of this level for a drop-down',
    }),
    create: endpoint({
      method: 'POST',
      path: `${base}/create`,
      access: operation('create'),
      input: companyCreateInput,
      output: oneTimePassword,
      summary: 'Create a company with its administrator',
      errors: ['duplicate', 'quotaReached', 'notHere'],
    }),
    update: endpoint({
      method: 'POST',
      path: `${base}/update`,
      access: operation('update'),
      input: companyUpdateInput,
      output: rowId,
      summary: 'Edit a company',
      errors: ['duplicate', 'staleVersion', 'notHere'],
    }),
    renew: endpoint({
      method: 'POST',
      path: `${base}/renew`,
      access: operation('update'),
      input: companyRenewInput,
      output: rowId,
      summary: 'Set a new date of expiry, in the future',
      errors: ['staleVersion', 'notHere'],
    }),
    staff: endpoint({
      method: 'GET',
      path: `${base}/staff`,
      access: operation('update'),
      input: companyStaffInput,
      output: options,
      summary: 'Accounts that may be named administrator of a company',
    }),
    setAdmin: endpoint({
      method: 'POST',
      path: `${base}/setAdmin`,
      access: operation('update'),
      input: companyAdministratorInput,
      output: rowId,
      summary: 'Name another administrator of a company; rights stay with the roles',
      errors: ['notHere'],
    }),
    del: endpoint({
      method: 'POST',
      path: `${base}/del`,
      access: operation('del'),
      input: input({ id: ref('company') }),
      output: nothing,
      summary: 'Delete a company that nothing depends on',
      errors: ['inUse'],
    }),
    forbidden: endpoint({
      method: 'POST',
      path: `${base}/forbidden`,
      access: operation('forbidden'),
      input: companyForbiddenInput,
      output: nothing,
      summary: 'Enable or disable; ends the sessions of its whole branch',
    }),
    stops: endpoint({
      method: 'GET',
      path: `${base}/stops`,
      access: [operation('forbidden'), operation('update')],
      input: input({ id: ref('company') }),
      output: stopPreview,
      summary: 'What disabling would stop, or an expiry that has passed',
    }),
    decideDomain: endpoint({
      method: 'POST',
      path: `${base}/domain`,
      access: operation('update'),
      input: companyDomainInput,
      output: rowId,
      summary: 'Agree to a company’s request for a domain, or not; for the operating company',
      errors: ['duplicate', 'noAccess', 'notHere'],
    }),
    unmask: endpoint({
      method: 'POST',
      path: `${base}/unmask`,
      access: operation('view'),
      also: 'account:unmask',
      input: input({ id: ref('company') }),
      output: companyContact,
      summary: 'Phone and email of the company’s contact in full; every call is audited',
    }),
    export: endpoint({
      method: 'GET',
      path: `${base}/export`,
      access: operation('view'),
      input: exportInput(companyPageInput),
      output: exportStarted,
      summary: 'Export the filtered companies',
    }),
  }) as const

export const distributorEndpoints = companyEndpoints('web/distributor', (name) => `distributor:${name}`)
export const agentOneEndpoints = companyEndpoints('web/agent/one', (name) => `agentOne:${name}`)
export const agentTwoEndpoints = companyEndpoints('web/agent/two', (name) => `agentTwo:${name}`)

export const companyConfigEndpoints = {
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
    input: companyConfigInput,
    output: rowId,
    summary: 'Change the branding',
    errors: ['staleVersion', 'imageShape'],
  }),
  updateInfo: endpoint({
    method: 'POST',
    path: 'web/company/config/updateInfo',
    access: 'companyConfig:update',
    input: companyInfoInput,
    output: rowId,
    summary: 'Change the information',
    errors: ['duplicate', 'staleVersion', 'notHere'],
  }),
} as const
