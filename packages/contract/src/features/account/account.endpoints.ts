import { endpoint } from '../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { standardCalls } from '../standard-calls.ts'
import { input, nothing, pageOf, ref, Type } from '../../kernel/schema.ts'
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
    persons: ['keyword'],
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
  ...standardCalls('account', {
    entity: 'account',
    words: ['an account', 'accounts'],
    persons: ['name'],
    create: {
      input: accountCreateInput,
      output: oneTimePassword,
      errors: ['duplicate', 'levelTooHigh', 'grantBeyondOwn', 'quotaReached', 'notHere'],
    },
    update: { input: accountUpdateInput, errors: ['levelTooHigh', 'grantBeyondOwn', 'notHere'] },
    del: { summary: 'Delete an account without open orders', errors: ['inUse', 'levelTooHigh', 'ownAccount'] },
    forbidden: {
      input: accountForbiddenInput,
      summary: 'Enable or disable; ends its sessions. An account without roles gets its first ones with it',
      errors: ['levelTooHigh', 'grantBeyondOwn', 'ownAccount', 'notHere', 'quotaReached', 'roleRequired'],
    },
    import: {},
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
  resetTwoStep: endpoint({
    method: 'POST',
    path: 'web/account/twoStep/reset',
    access: 'account:changePwd',
    input: one,
    output: nothing,
    summary: 'Take the second step from an account whose owner has lost it; ends its sessions',
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
  issueTicket: endpoint({
    method: 'POST',
    path: 'web/account/ticket',
    access: 'account:signInAs',
    input: input({ accountId: ref('account') }),
    output: Type.Object({ ticket: Type.String() }),
    summary: 'A single-use ticket to sign in as an account that one may manage',
    errors: ['levelTooHigh', 'grantBeyondOwn', 'ownAccount', 'notInPerson'],
    inPerson: true,
  }),
  orders: endpoint({
    method: 'GET',
    path: 'web/account/order/repair',
    access: views,
    also: 'repairOrder:view',
    // They are those of one engineer already.
    input: Type.Object(
      { ...Type.Omit(orderPageInput, ['engineerId']).properties, accountId: ref('account') },
      { additionalProperties: false },
    ),
    output: pageOf(orderRow),
    summary: 'Repair orders of an account’s owner',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/account/export',
    persons: ['keyword'],
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
} as const

export const customerAccountEndpoints = {
  ...standardCalls('customerAccount', {
    entity: 'account',
    words: ['a customer’s account', 'accounts of customers'],
    path: 'web/account/customer',
    persons: ['name', 'keyword'],
    page: { input: accountPageInput, row: accountRow },
    detail: { row: accountDetail },
    create: {
      input: Type.Object({ ...accountCreateInput.properties, customerId: ref('customer') }, { additionalProperties: false }),
      output: oneTimePassword,
      errors: ['duplicate', 'levelTooHigh', 'grantBeyondOwn', 'quotaReached', 'notHere'],
    },
    update: { input: accountUpdateInput, errors: ['levelTooHigh', 'grantBeyondOwn', 'notHere'] },
    del: { errors: ['inUse', 'levelTooHigh'] },
    forbidden: { input: accountForbiddenInput, errors: ['levelTooHigh', 'grantBeyondOwn', 'notHere'] },
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
  resetTwoStep: endpoint({
    method: 'POST',
    path: 'web/account/customer/twoStep/reset',
    access: 'customerAccount:changePwd',
    input: one,
    output: nothing,
    summary: 'Take the second step from an account whose owner has lost it; ends its sessions',
    errors: ['levelTooHigh', 'grantBeyondOwn', 'ownAccount'],
  }),
  unlock: endpoint({
    method: 'POST',
    path: 'web/account/customer/unlock',
    access: 'customerAccount:changePwd',
    input: one,
    output: nothing,
    summary: 'Lift its lock-out after wrong passwords',
    errors: ['levelTooHigh'],
  }),
  endSessions: endpoint({
    method: 'POST',
    path: 'web/account/customer/logoutAll',
    access: 'customerAccount:forbidden',
    input: one,
    output: nothing,
    summary: 'End all its sessions',
    errors: ['levelTooHigh'],
  }),
} as const
