import type { texts as zh } from './project-person.zh.ts'

export const texts: typeof zh = {
  subjects: {
    projectPerson: 'Fire safety contact',
  },
  operations: {
    'projectPerson:unmask': 'See full phone numbers of fire safety contacts',
  },
  fields: {
    organisation: 'Organisation',
    daysLeft: 'Days left',
    expiring: 'Expired or about to expire',
    noPhone: 'Remove the phone number',
  },
  enums: {
    projectPersonRole: {
      responsible: 'Responsible person',
      manager: 'Fire safety manager',
      controlRoom: 'Control room operator',
      serviceCompany: 'Service company',
      brigade: 'Fire brigade contact',
      other: 'Other',
    },
  },
}
