import type { texts as zh } from './alarm-type.zh.ts'

export const texts: typeof zh = {
  subjects: {
    alarmType: 'Alarm type',
  },
  fields: {
    acknowledgeS: 'Confirm within (s)',
    closeS: 'Close within (s)',
    paramCount: 'Report parameters',
  },
}
