import type { texts as zh } from './account.zh.ts'

export const texts: typeof zh = {
  menus: {
    'account.company': 'Company accounts',
    'account.distributor': 'Distributor accounts',
    'account.agentOne': 'Primary agent accounts',
    'account.agentTwo': 'Secondary agent accounts',
    'account.user': 'User accounts',
    'customer.account': 'Customer accounts',
  },
  operations: {
    'account:signInAs': 'Sign in as',
  },
  subjects: {
    account: 'Account',
  },
  fields: {
    lastLoginIp: 'Last sign-in IP',
    lockedUntil: 'Locked until',
    roleId: 'Role',
    roleIds: 'Roles',
    neverLoggedIn: 'Never signed in',
    inactiveDays: 'Inactive for (days)',
    certificateNo: 'Certificate no.',
    certificateExpires: 'Certificate expires',
    validUntil: 'Valid until',
    ended: 'No longer valid',
    projectIds: 'Projects',
    assignedAt: 'Assigned',
    assignedBy: 'Assigned by',
  },
  enums: {
    accountType: {
      siter: 'Operating company',
      distributor: 'Distributor',
      agent_one: 'Primary agent',
      agent_two: 'Secondary agent',
      customer: 'Customer',
      user: 'Ordinary user',
    },
    accountState: {
      enabled: 'Enabled',
      disabled: 'Disabled',
      ended: 'No longer valid',
      companyStopped: 'Company stopped',
      customerStopped: 'Customer disabled',
      locked: 'Locked',
    },
  },
  errors: {
    ownAccount: 'You cannot do this to your own account. Please ask another administrator.',
    roleRequired: 'Please choose a role: without one, this user would see nothing after signing in.',
  },
  reasons: {
    projectOutside: 'the project “{{project}}” belongs neither to the account’s company nor to one below it',
    roleUnfit: 'the role “{{role}}” does not suit this account: it is of another type, disabled, or of another company',
  },
}
