import type { texts as zh } from './customer.zh.ts'

export const texts: typeof zh = {
  menus: {
    'customer.list': 'Customers',
  },
  subjects: {
    customer: 'Customer',
  },
  fields: {
    identityNo: 'Identity no.',
    notifyMethods: 'Notification methods',
    contracts: 'Contracts',
    contractEnd: 'Contract end',
    privacyConsentAt: 'Privacy consent',
    privacyVersion: 'Privacy version',
  },
  enums: {
    customerType: {
      person: 'Person',
      enterprise: 'Enterprise',
      public: 'Public body',
    },
    notifyMethod: {
      app: 'App push',
      sms: 'SMS',
      voice: 'Phone call',
      mail: 'E-mail',
      inSite: 'In-site message',
    },
  },
  reasons: {
    personStays:
      'the customer is a private person, and changing the type would reveal the name; that needs the permission “See private data”',
  },
}
