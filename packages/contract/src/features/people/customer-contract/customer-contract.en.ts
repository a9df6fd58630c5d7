import type { texts as zh } from './customer-contract.zh.ts'

export const texts: typeof zh = {
  menus: {
    'customer.contract': 'Contracts',
  },
  subjects: {
    customerContract: 'Contract of a customer',
  },
  fields: {
    contractNo: 'Contract no.',
    startsOn: 'From',
    endsOn: 'To',
    amount: 'Value',
    currency: 'Currency',
    files: 'Files',
  },
  enums: {
    contractKind: {
      monitoring: 'Monitoring service',
      maintenance: 'Maintenance',
      installation: 'Installation',
      supply: 'Supply of devices',
      other: 'Other',
    },
    contractState: {
      upcoming: 'Not started',
      running: 'In force',
      ending: 'Ending soon',
      ended: 'Ended',
    },
    currency: {
      CNY: 'Chinese yuan',
      HKD: 'Hong Kong dollar',
      USD: 'US dollar',
      EUR: 'Euro',
      GBP: 'Pound sterling',
    },
  },
}
