import type { texts as zh } from './company.zh.ts'

export const texts: typeof zh = {
  menus: {
    'company.distributor': 'Distributors',
    'company.agentOne': 'Primary agents',
    'company.agentTwo': 'Secondary agents',
    companyEdit: 'Company information',
  },
  subjects: {
    agentOne: 'Primary agent',
    agentTwo: 'Secondary agent',
    company: 'Company',
    companyConfig: 'Company settings',
    distributor: 'Distributor',
  },
  fields: {
    parentName: 'Parent company',
    expiresWithin: 'Expires within (days)',
    expiresAt: 'Expires',
    domain: 'Domain',
    domainRequested: 'Requested domain',
    storage: 'Storage',
    streetCode: 'Street code',
    licenceNo: 'Licence no.',
    licenceFile: 'Licence',
    quotas: 'Quotas',
    adminAccount: 'Administrator account',
    adminAccountId: 'Administrator account',
    adminVersion: 'Version of the administrator account',
    adminName: 'Administrator’s name',
    adminPhone: 'Administrator’s phone',
    blockedBy: 'Stopped by',
  },
  enums: {
    companyType: {
      siter: 'Operating company',
      distributor: 'Distributor',
      agent_one: 'Primary agent',
      agent_two: 'Secondary agent',
    },
    companyBlock: {
      disabled: 'Disabled',
      expired: 'Expired',
    },
  },
}
