import type { texts as zh } from './role.zh.ts'

export const texts: typeof zh = {
  menus: {
    'system.role': 'Roles',
  },
  operations: {
    'role:assign': 'Assign permissions',
  },
  subjects: {
    role: 'Role',
  },
  fields: {
    dataScope: 'Data scope',
    grants: 'Permissions',
    requiresTwoStep: 'Requires two-step sign-in',
  },
  enums: {
    dataScope: {
      branch: 'The company and all below it',
      company: 'The company only',
      projects: 'Chosen projects',
      own: 'Own only',
    },
  },
  errors: {
    grantBeyondOwn: 'You cannot grant or remove permissions that you do not have: {{grants}}',
    levelTooHigh: 'You can only manage roles and accounts of a lower level than your own.',
  },
  reasons: {
    roleTypeAbove: 'you cannot manage roles of the type “{{type}}”; choose your own account type or one below it',
    roleHeld: 'the role is held by {{holders}}; give these accounts another role before changing its type',
    grantUnfit: 'roles of the type “{{type}}” may not hold {{grants}}',
  },
}
