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
}
