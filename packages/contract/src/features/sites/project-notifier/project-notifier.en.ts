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
  reasons: {
    duressAlone: 'a duress word needs a caller password as well',
    duressSame: 'the duress word must differ from the caller password',
    methodNeedsEmail: 'notification by e-mail needs an e-mail address',
    methodNeedsAccount: 'notification in the app needs an account',
    accountNotHere: 'only enabled accounts of the project’s customer or company can be chosen',
    callListFull: 'the call list of a project has at most {{count}} people',
    callListChanged: 'somebody has changed the call list; reload it before changing the order',
  },
}
