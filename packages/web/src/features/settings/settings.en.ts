import type { texts as zh } from './settings.zh.ts'

export const texts: typeof zh = {
  tabs: { carriers: 'Carrier platforms', providers: 'Notification providers', settings: 'Platform settings' },
  groups: {
    retention: 'Retention',
    files: 'Files and storage',
    password: 'Passwords',
    sign: 'Sign-in and lock-out',
    orders: 'Orders',
    map: 'Map',
  },
  intro:
    'Saved settings apply to every process and person at once, without a restart. What is left empty has its default. Each change is audited.',
  kept: 'Alarms, faults, orders, what devices reported and the audit log are kept for good: there is no setting for them.',
  defaultIs: 'Default {{value}}',
  none: 'no limit',
  hints: {
    logs: 'At least 6 months, as the law demands of network logs',
    values: 'At least 12 months',
    storage: 'For companies without a storage quota of their own; 0: no limit',
    kinds: 'How many of lower case, upper case, digits and other characters',
    age: 'An older password must be replaced at sign-in; 0: passwords do not expire',
    certificates:
      'Orders of these kinds are only given to engineers whose certificate (see their account) has not expired; none: no certificate is required',
    reuse: 'So many earlier passwords may not be chosen again; 0: any may',
    hours: 'A session that is not used for so long ends',
    days: 'Used or not, a session ends after so long',
    lock: 'So many wrong passwords in a row lock the account for that address',
    map: 'AMap needs the internet and a key. Without a choice: AMap with a key, otherwise the offline map',
  },
  saved: 'Settings saved',
  reset: 'Undo changes',
  lastChange: 'Last changed by {{who}}, ',
  never: 'Never changed: everything has its default.',
}
