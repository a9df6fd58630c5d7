import type { texts as zh } from './signal-type.zh.ts'

export const texts: typeof zh = {
  subjects: {
    alarmType: 'Alarm type',
    faultType: 'Fault type',
  },
  fields: {
    acknowledgeS: 'Confirm within (s)',
    closeS: 'Close within (s)',
    paramCount: 'Report parameters',
  },
}
