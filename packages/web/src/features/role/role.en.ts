import type { texts as zh } from './role.zh.ts'

export const texts: typeof zh = {
  assign: 'Permissions',
  create: 'New role',
  edit: 'Edit role',
  enable: 'Enable',
  disable: 'Disable',
  disableConfirm: 'Disabling signs out the {{count}} accounts of this role at once. Disable it?',
  deleteHint: 'Only a role that no account holds can be deleted.',
  notManageable: 'You can only manage roles of a lower level than your own',
  grantsOf: 'Permissions of “{{name}}”',
  notGrantable: 'You lack this permission, so you cannot grant it',
  levelHint: '1 is the highest; only roles of a larger number can be managed',
  grantsSaved: 'Permissions saved; the accounts concerned sign in again',
  all: 'All',
  search: 'Find a menu or operation',
}
