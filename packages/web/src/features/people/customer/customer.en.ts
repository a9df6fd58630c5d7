import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './customer.zh.ts'

export const texts: WithOnes<typeof zh> = {
  keyword: 'Name or full phone number',
  nameKeyword: 'Name',
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
  disableConfirm:
    'The accounts of this customer are signed out at once and cannot sign in again; devices keep reporting and alarms are kept. Disable it?',
  deleteHint:
    'Only a customer without projects, accounts, contracts and open orders can be deleted. Its contacts are deleted with it.',
  masked: 'Hidden; leave empty to keep it unchanged',
  contract: { left: '{{count}} d left', today: 'Ends today', over: 'Ended {{count}} d ago' },
  form: {
    companyHint: 'If none is chosen, the customer belongs to your own company',
    identityHint: 'Business licence or identity document; visible only to people with permission',
    contractHint: 'Highlighted in the list from 30 days before',
    contractsHint: 'The last day of the {{count}} contracts of this customer; edit them on the tab “Contracts”',
    contractsHint_one: 'The last day of the contract of this customer; edit it on the tab “Contracts”',
    personStays: 'A private person: changing the type would reveal the name, which needs the permission “See private data”',
    methodsHint:
      'For the record: how the customer wishes to be reached. Alarms go by the call lists of projects and the notification rules',
    privacyHint: 'When the customer agreed to the privacy terms, and to which version of them',
  },
  tabs: {
    overview: 'Overview',
    projects: 'Projects',
    devices: 'Devices',
    accounts: 'Accounts',
    alarms: 'Alarms',
    orders: 'Orders',
    contacts: 'Contacts',
    contracts: 'Contracts',
    feedback: 'Feedback',
  },
  sites: {
    project: 'Project code or name',
    device: 'Device code, name or room',
    stopped: 'Service stopped',
    until: 'Maintenance until',
    seen: 'Last seen',
    never: 'Never',
  },
  panels: { contact: 'Contact', service: 'Service', record: 'Record' },
  privacy: '{{time}}, version {{version}}',
  noPrivacy: 'Not recorded',
}
