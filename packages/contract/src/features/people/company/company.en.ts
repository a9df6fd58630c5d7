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
  errors: {
    quotaReached: 'The quota of “{{company}}” is used up: at most {{limit}} {{what}}. Ask the company above to raise it.',
  },
  reasons: {
    parentType: 'a company of this type cannot be placed directly under the chosen one',
    setAbove: 'the organisation code is set by the company above',
    domainNotAsked: 'this company has no domain request waiting for approval',
    administratorUnfit: 'choose an account of this company that is enabled and still valid',
    expiryPassed: 'choose a time in the future',
  },
}
