import type { texts as zh } from './project-notifier.zh.ts'

export const texts: typeof zh = {
  subjects: {
    projectNotifier: 'Call list contact',
  },
  fields: {
    seq: 'Order of calls',
    role: 'Duty',
    accountName: 'App account',
    callerPassword: 'Caller password',
    duressPassword: 'Duress word',
    noEmail: 'Remove the e-mail address',
  },
  enums: {
    notifierRole: {
      responsible: 'Responsible person',
      manager: 'Fire safety manager',
      controlRoom: 'Control room',
      security: 'Security',
      keyholder: 'Keyholder',
      other: 'Other',
    },
    callLanguage: { zh: 'Chinese', en: 'English' },
  },
}
