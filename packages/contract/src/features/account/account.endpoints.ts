import { endpoint } from '../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { importInput, importResult, importTemplateInput } from '../file/import.schema.ts'
import { id, input, nothing, pageOf, ref, rowId, Type } from '../../kernel/schema.ts'
import { oneTimePassword } from '../company/company.schema.ts'
import { orderPageInput, orderRow } from '../order/order.schema.ts'
import {
  accountCreateInput,
  accountDetail,
  accountForbiddenInput,
  accountPageInput,
  accountPasswordInput,
  accountRow,
  accountUpdateInput,
  unmasked,
} from './account.schema.ts'

const views = [
  'companyAccount:view',
  'distributorAccount:view',
  'agentOneAccount:view',
  'agentTwoAccount:view',
  'userAccount:view',
] as const
const page = (path: string, access: (typeof views)[number], summary: string) =>
  endpoint({
    method: 'GET',
    path: `web/account/page/${path}`,
    access,
    input: accountPageInput,
    output: pageOf(accountRow),
    summary,
  })
const one = input({ id: ref('account') })

export const accountEndpoints = {
  pageCompany: page('company', 'companyAccount:view', 'Accounts of one’s own company'),
  pageDistributor: page('distributor', 'distributorAccount:view', 'Accounts of distributors'),
  pageAgentOne: page('agentOne', 'agentOneAccount:view', 'Accounts of primary agents'),
  pageAgentTwo: page('agentTwo', 'agentTwoAccount:view', 'Accounts of secondary agents'),
  pageUser: page('user', 'userAccount:view', 'Ordinary users'),
  detail: endpoint({
    method: 'GET',
    path: 'web/account/detail',
    access: views,
    input: one,
    output: accountDetail,
    summary: 'One account with its permissions, sessions and sign-ins',
  }),
  create: endpoint({
    method: 'POST',
    path: 'web/account/create',
    access: 'account:create',
    input: accountCreateInput,
    output: oneTimePassword,
    summary: 'Create an account',
    errors: ['duplicate', 'levelTooHigh', 'grantBeyondOwn', 'quotaReached', 'notHere'],
  }),
  update: endpoint({
    method: 'POST',
    path: 'web/account/update',
    access: 'account:update',
    input: accountUpdateInput,
    output: rowId,
    summary: 'Edit an account',
    errors: ['staleVersion', 'levelTooHigh', 'grantBeyondOwn', 'notHere'],
  }),
  del: endpoint({
    method: 'POST',
    path: 'web/account/del',
    access: 'account:del',
    input: one,
    output: nothing,
    summary: 'Delete an account without open orders',
    errors: ['inUse', 'levelTooHigh', 'ownAccount'],
  }),
  forbidden: endpoint({
    method: 'POST',
    path: 'web/account/forbidden',
    access: 'account:forbidden',
    input: accountForbiddenInput,
    output: nothing,
    summary: 'Enable or disable; ends its sessions',
    errors: ['levelTooHigh', 'ownAccount'],
  }),
  changePwd: endpoint({
    method: 'POST',
    path: 'web/account/changePwd',
    access: 'account:changePwd',
    input: accountPasswordInput,
    output: oneTimePassword,
    summary: 'Reset another’s password; ends its sessions',
    errors: ['levelTooHigh', 'grantBeyondOwn', 'ownAccount'],
  }),
  unlock: endpoint({
    method: 'POST',
    path: 'web/account/unlock',
    access: 'account:changePwd',
    input: one,
    output: nothing,
    summary: 'Lift the lock-out after wrong passwords',
    errors: ['levelTooHigh'],
  }),
  endSessions: endpoint({
    method: 'POST',
    path: 'web/account/logoutAll',
    access: 'account:forbidden',
    input: one,
    output: nothing,
    summary: 'End all sessions of an account',
    errors: ['levelTooHigh'],
  }),
  unmask: endpoint({
    method: 'POST',
    path: 'web/account/unmask',
    access: 'account:unmask',
    input: one,
    output: unmasked,
    summary: 'Name, phone and email in full; every call is audited',
  }),
  orders: endpoint({
    method: 'GET',
    path: 'web/account/order/repair',
    access: views,
    input: Type.Object({ ...orderPageInput.properties, accountId: ref('account') }, { additionalProperties: false }),
    output: pageOf(orderRow),
    summary: 'Repair orders of an account’s owner',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/account/export',
    access: 'account:export',
    summary: 'Export the filtered accounts',
    output: exportStarted,
    input: exportInput(
      Type.Object(
        {
          ...accountPageInput.properties,
          list: Type.Unsafe<'company' | 'distributor' | 'agentOne' | 'agentTwo' | 'user' | 'customer'>({
            type: 'string',
            enum: ['company', 'distributor', 'agentOne', 'agentTwo', 'user', 'customer'],
          }),
        },
        { additionalProperties: false },
      ),
    ),
  }),
  importTemplate: endpoint({
    method: 'GET',
    path: 'web/account/import/template',
    access: 'account:import',
    reply: 'binary',
    input: importTemplateInput,
    output: Type.Any(),
    summary: 'Template of the import',
  }),
  import: endpoint({
    method: 'POST',
    path: 'web/account/import',
    access: 'account:import',
    input: importInput,
    output: Type.Object({ importId: id() }),
    summary: 'Import an uploaded file; a job',
    errors: ['importUnreadable', 'tooManyRequests'],
  }),
  importResult: endpoint({
    method: 'GET',
    path: 'web/account/import/result',
    access: 'account:import',
    input: input({ id: id() }),
    output: importResult,
    summary: 'Progress and per-row result of an import of one’s own',
  }),
} as const

const customerOne = input({ id: ref('account') })
export const customerAccountEndpoints = {
  page: endpoint({
    method: 'GET',
    path: 'web/account/customer/page',
    access: 'customerAccount:view',
    input: accountPageInput,
    output: pageOf(accountRow),
    summary: 'Accounts of customers',
  }),
  detail: endpoint({
    method: 'GET',
    path: 'web/account/customer/detail',
    access: 'customerAccount:view',
    input: customerOne,
    output: accountDetail,
    summary: 'One customer account',
  }),
  create: endpoint({
    method: 'POST',
    path: 'web/account/customer/create',
    access: 'customerAccount:create',
    input: Type.Object({ ...accountCreateInput.properties, customerId: ref('customer') }, { additionalProperties: false }),
    output: oneTimePassword,
    summary: 'Create a customer’s account',
    errors: ['duplicate', 'levelTooHigh', 'grantBeyondOwn', 'quotaReached', 'notHere'],
  }),
  update: endpoint({
    method: 'POST',
    path: 'web/account/customer/update',
    access: 'customerAccount:update',
    input: accountUpdateInput,
    output: rowId,
    summary: 'Edit a customer’s account',
    errors: ['staleVersion', 'levelTooHigh', 'grantBeyondOwn', 'notHere'],
  }),
  del: endpoint({
    method: 'POST',
    path: 'web/account/customer/del',
    access: 'customerAccount:del',
    input: customerOne,
    output: nothing,
    summary: 'Delete a customer’s account',
    errors: ['inUse', 'levelTooHigh'],
  }),
  forbidden: endpoint({
    method: 'POST',
    path: 'web/account/customer/forbidden',
    access: 'customerAccount:forbidden',
    input: accountForbiddenInput,
    output: nothing,
    summary: 'Enable or disable',
    errors: ['levelTooHigh'],
  }),
  changePwd: endpoint({
    method: 'POST',
    path: 'web/account/customer/changePwd',
    access: 'customerAccount:changePwd',
    input: accountPasswordInput,
    output: oneTimePassword,
    summary: 'Reset its password',
    errors: ['levelTooHigh', 'grantBeyondOwn'],
  }),
} as const
