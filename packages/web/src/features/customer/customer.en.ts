import type { texts as zh } from './customer.zh.ts'

export const texts: typeof zh = {
  keyword: 'Name, contact or phone',
  created: 'Created',
  columns: {
    customer: 'Customer',
    contact: 'Contact',
    company: 'Company',
    place: 'Area / address',
    projects: 'Projects',
    devices: 'Devices',
  },
  live: '{{count}} open',
  create: 'New customer',
  edit: 'Edit customer',
  import: 'Import customers',
  unmask: 'Show in full',
  enable: 'Enable',
  disable: 'Disable',
  enabled: '“{{name}}” is enabled',
  disabled: '“{{name}}” is disabled',
  disableConfirm:
    'The accounts of this customer are signed out at once and cannot sign in again; devices keep reporting and alarms are kept. Disable it?',
  deleteHint: 'Only a customer without projects, accounts and devices can be deleted.',
  masked: 'Hidden; left empty it stays as it is',
  contract: { left: '{{count}} d left', today: 'Ends today', over: 'Ended {{count}} d ago' },
  form: {
    companyHint: 'Without a choice the customer is your own company’s',
    identityHint: 'Business licence or identity document; seen only by those with the permission',
    contractHint: 'The list points to it from 30 days before',
    privacyHint: 'When the customer agreed to the privacy terms, and to which version',
  },
  tabs: { overview: 'Overview', accounts: 'Accounts', alarms: 'Alarms' },
  panels: { contact: 'Contact', service: 'Service', record: 'Record' },
  privacy: '{{time}}, version {{version}}',
  noPrivacy: 'Not recorded',
  account: { name: 'Account / name', deleteHint: 'A deleted account cannot be brought back; the record of what it did stays.' },
}
