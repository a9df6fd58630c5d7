import { endpoints } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/binding.ts'
import { accountDetail, exportAccounts, pageAccounts } from './account.reads.ts'
import type { AccountFamily } from './account.rules.ts'
import type { AccountPageInput } from './account.filter.ts'
import type { AccountList } from './account.lists.ts'
import { projectsOfAccount } from './account-projects.reads.ts'
import { assignProjects } from './assign-projects.ts'
import { createAccount } from './create-account.ts'
import { deleteAccount } from './delete-account.ts'
import { accountImportVerbs } from './import-accounts.ts'
import { issueTicket } from './issue-ticket.ts'
import { logOutAccount } from './log-out-account.ts'
import { resetPassword } from './reset-password.ts'
import { resetTwoStep } from './reset-two-step.ts'
import { setAccountEnabled } from './set-account-enabled.ts'
import { unlockAccount } from './unlock-account.ts'
import { unmaskAccount } from './unmask-account.ts'
import { updateAccount } from './update-account.ts'
import { withdrawProjects } from './withdraw-projects.ts'

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
    del: verb(deleteAccount),
    forbidden: verb(setAccountEnabled),
    changePwd: verb(resetPassword),
    resetTwoStep: verb(resetTwoStep),
    unlock: verb(unlockAccount),
    endSessions: verb(logOutAccount),
  }
}

export const accountRoutes = [
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

export const customerAccountRoutes = bind(endpoints.customerAccount, { ...familyVerbs('customer'), page: page('customer') })
