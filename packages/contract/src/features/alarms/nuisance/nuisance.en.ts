import type { texts as zh } from './nuisance.zh.ts'

export const texts: typeof zh = {
  menus: {
    'alarm.nuisance': 'Nuisance detectors',
  },
  subjects: {
    nuisance: 'Nuisance detectors',
  },
  fields: {
    falseAlarms: 'False alarms',
    closedAlarms: 'Closed alarms',
    falseShare: 'False alarm rate',
    perDeviceYear: 'Per device-year',
    lastCause: 'Last cause',
    lastFalseAt: 'Last false alarm',
  },
}
