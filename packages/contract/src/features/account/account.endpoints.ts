import { endpoint } from '../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { standardCalls } from '../standard-calls.ts'
import { input, nothing, pageOf, ref, Type, omit } from '../../kernel/schema.ts'
import { oneTimePassword } from '../company/company.schema.ts'
import type { OrderKindName } from '../order/order.kinds.ts'
import { orderPageInput, orderRow } from '../order/order.schema.ts'
import {
  accountCreateInput,
  accountDetail,
  accountForbiddenInput,
  accountPageInput,
  accountPasswordInput,
  accountProjectPageInput,
  accountProjectRow,
  accountProjectsInput,
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
/** The orders of one kind that an account's owner is assigned to. */
const ordersOf = <const K extends OrderKindName>(kind: K, summary: string) =>
  endpoint({
    method: 'GET',
    path: `web/account/order/${kind}`,
    access: views,
    also: `${kind}Order:view`,
    // These are already the orders of one engineer.
    input: Type.Object(
      { ...omit(orderPageInput, ['engineerId']).properties, accountId: ref('account') },
      { additionalProperties: false },
    ),
    output: pageOf(orderRow),
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
      lasting: true,
    },
    update: { input: accountUpdateInput, errors: ['levelTooHigh', 'grantBeyondOwn', 'notHere'], lasting: true },
    del: { summary: 'Delete an account without open orders', errors: ['inUse', 'levelTooHigh', 'ownAccount'] },
    forbidden: {
      input: accountForbiddenInput,
      summary: 'Enable or disable; ends its sessions. An account without roles gets its first ones with it',
      errors: ['levelTooHigh', 'grantBeyondOwn', 'ownAccount', 'notHere', 'quotaReached', 'roleRequired'],
    },
    import: { lasting: true },
  }),
  changePwd: endpoint({
    method: 'POST',
    path: 'web/account/changePwd',
    access: 'account:changePwd',
    input: accountPasswordInput,
    output: oneTimePassword,
    summary: 'Reset another’s password; ends its sessions',
    errors: ['levelTooHigh', 'grantBeyondOwn', 'ownAccount', 'weakPassword', 'commonPassword'],
    lasting: true,
  }),
  resetTwoStep: endpoint({
    method: 'POST',
    path: 'web/account/twoStep/reset',
    access: 'account:changePwd',
    input: one,
    output: nothing,
    summary: 'Take the second step from an account whose owner has lost it; ends its sessions',
    errors: ['levelTooHigh', 'grantBeyondOwn', 'ownAccount'],
    lasting: true,
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
  projects: endpoint({
    method: 'GET',
    path: 'web/account/projects/page',
    access: views,
    input: accountProjectPageInput,
    output: pageOf(accountProjectRow),
    summary: 'Projects assigned to an account, as far as the caller sees them',
  }),
  assignProjects: endpoint({
    method: 'POST',
    path: 'web/account/projects/assign',
    access: 'account:update',
    input: accountProjectsInput,
    output: nothing,
    summary: 'Assign projects that the caller sees; with the data scope “chosen projects” the account sees no others',
    errors: ['levelTooHigh', 'ownAccount', 'notHere'],
    lasting: true,
  }),
  withdrawProjects: endpoint({
    method: 'POST',
    path: 'web/account/projects/withdraw',
    access: 'account:update',
    input: accountProjectsInput,
    output: nothing,
    summary: 'Take assigned projects from an account',
    errors: ['levelTooHigh', 'ownAccount'],
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
  installOrders: ordersOf('install', 'Installation orders of an account’s owner'),
  orders: ordersOf('repair', 'Repair orders of an account’s owner'),
  inspectOrders: ordersOf('inspect', 'Inspection orders of an account’s owner'),
  maintenanceOrders: ordersOf('maintenance', 'Maintenance orders of an account’s owner'),
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
      lasting: true,
    },
    update: { input: accountUpdateInput, errors: ['levelTooHigh', 'grantBeyondOwn', 'notHere'], lasting: true },
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
    errors: ['levelTooHigh', 'grantBeyondOwn', 'weakPassword', 'commonPassword'],
    lasting: true,
  }),
  resetTwoStep: endpoint({
    method: 'POST',
    path: 'web/account/customer/twoStep/reset',
    access: 'customerAccount:changePwd',
    input: one,
    output: nothing,
    summary: 'Take the second step from an account whose owner has lost it; ends its sessions',
    errors: ['levelTooHigh', 'grantBeyondOwn', 'ownAccount'],
    lasting: true,
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
