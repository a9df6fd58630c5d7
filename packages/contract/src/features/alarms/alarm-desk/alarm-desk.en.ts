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
  errors: {
    heldByOther: '{{who}} has been handling the alarms of this site since {{when}}. Take the site over first.',
    operatorUnfit: '“{{name}}” cannot handle the alarms of this site. Please choose somebody else.',
  },
}
