import type { texts as zh } from './alarm-desk.zh.ts'

export const texts: typeof zh = {
  operations: {
    'alarm:assign': 'Assign alarms',
  },
  subjects: {
    alarmDesk: 'Alarm desk',
  },
  fields: {
    holder: 'Handled by',
    from: 'Taken from',
  },
}
