import type { texts as zh } from './customer-contact.zh.ts'

export const texts: typeof zh = {
  subjects: {
    customerContact: 'Contact of a customer',
  },
  enums: {
    contactRole: {
      responsible: 'Responsible person',
      manager: 'Fire safety manager',
      property: 'Facility management',
      duty: 'Head of duty',
      finance: 'Finance',
      purchase: 'Purchasing',
      other: 'Other',
    },
  },
  reasons: {
    contactsFull: 'A customer has at most {{count}} contacts',
  },
}
