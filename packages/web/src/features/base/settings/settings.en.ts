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
    'Saved settings apply to every process and every person at once, without a restart. Settings left empty use their default. Each change is audited.',
  kept: 'Alarms, faults, orders, device reports and the audit log are kept for good: there is no setting for them.',
  defaultIs: 'Default {{value}}',
  none: 'no limit',
  hints: {
    logs: 'At least 6 months, as the law requires for network logs',
    values: 'At least 12 months',
    storage: 'For companies without a storage quota of their own; 0: no limit',
    kinds: 'How many of these kinds: lower case, upper case, digits, other characters',
    age: 'An older password must be replaced at sign-in; 0: passwords do not expire',
    certificates:
      'Orders of these kinds can only be assigned to engineers whose certificate (see their account) has not expired; none: no certificate is required',
    reuse: 'How many earlier passwords cannot be used again; 0: any can',
    hours: 'A session that is not used for this long ends',
    days: 'Used or not, a session ends after this time',
    lock: 'After this many wrong passwords in a row, the account is locked for that address',
    map: 'AMap needs internet access and a key. If nothing is chosen: AMap if there is a key, otherwise the offline map',
  },
  saved: 'Settings saved',
  reset: 'Discard changes',
  lastChange: 'Last changed by {{who}}, ',
  never: 'Never changed: all settings use their defaults.',
}
