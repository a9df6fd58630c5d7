import { endpoints } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/binding.ts'
import { accountDetail, exportAccounts, pageAccounts, accountExport } from './account.reads.ts'
import type { AccountFamily } from './account.rules.ts'
import type { AccountPageInput, AccountList } from './account.lists.ts'
import { projectsOfAccount } from './account-projects.reads.ts'
import { assignProjects, withdrawProjects } from './account-projects.verbs.ts'
import { createAccount, removeAccount, unmaskAccount, updateAccount } from './account.verbs.ts'
import { accountImportVerbs, accountImport } from './import-accounts.ts'
import {
  issueTicket,
  logOutAccount,
  resetPassword,
  resetTwoStep,
  setAccountEnabled,
  unlockAccount,
} from './account-access.verbs.ts'
import type { Feature } from '../../../platform/feature.ts'

const page = (list: AccountList) => (ctx: Ctx, input: AccountPageInput) => pageAccounts(ctx, list, input)

/** The verbs shared by staff accounts and customers' accounts. */
const familyVerbs = (family: AccountFamily) => {
  const verb =
    <I, O>(of: (ctx: Ctx, family: AccountFamily, input: I) => Promise<O>) =>
    (ctx: Ctx, input: I): Promise<O> =>
      of(ctx, family, input)
  return {
    detail: verb(accountDetail),
    create: createAccount,
    update: verb(updateAccount),
    remove: verb(removeAccount),
    setEnabled: verb(setAccountEnabled),
    changePwd: verb(resetPassword),
    resetTwoStep: verb(resetTwoStep),
    unlock: verb(unlockAccount),
    endSessions: verb(logOutAccount),
  }
}

const accountRoutes = [
  ...bind(endpoints.account, {
    ...familyVerbs('staff'),
    ...accountImportVerbs,
    pageCompany: page('company'),
    pageDistributor: page('distributor'),
    pageAgentOne: page('agentOne'),
    pageAgentTwo: page('agentTwo'),
    pageUser: page('user'),
    unmask: unmaskAccount,
    projects: projectsOfAccount,
    assignProjects,
    withdrawProjects,
    issueTicket,
    export: exportAccounts,
  }),
]

const customerAccountRoutes = bind(endpoints.customerAccount, { ...familyVerbs('customer'), page: page('customer') })

export const accountFeature: Feature = {
  name: 'account',
  routes: () => [...accountRoutes, ...customerAccountRoutes],
  exports: { account: accountExport },
  imports: { account: accountImport },
}
