import type { groups as zhGroups, usualOperations as zhUsual } from '../zh/menus.ts'

/** Groups of the menu. Its pages are named by their features. */
export const groups: typeof zhGroups = {
  dataCenter: 'Data centre',
  project: 'Projects',
  order: 'Orders',
  alarm: 'Alarms',
  duty: 'Duty',
  device: 'Devices',
  company: 'Companies',
  account: 'Accounts',
  customer: 'Customers',
  version: 'Versions',
  message: 'Messages',
  productTrace: 'Product trace',
  open: 'Open platform',
  system: 'System',
}

/** Labels of operations, by what is done. */
export const usualOperations: typeof zhUsual = {
  view: 'View',
  create: 'Create',
  update: 'Edit',
  edit: 'Edit',
  del: 'Delete',
  forbidden: 'Enable or disable',
  export: 'Export',
  import: 'Import',
  unmask: 'See private data',
  changePwd: 'Reset password',
  register: 'Register',
  ignore: 'Ignore',
}
