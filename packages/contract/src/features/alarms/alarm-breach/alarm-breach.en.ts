import type { texts as zh } from './alarm-breach.zh.ts'

export const texts: typeof zh = {
  menus: {
    'alarm.breach': 'Response breaches',
  },
  subjects: {
    alarmBreach: 'Response breaches',
  },
  fields: {
    by: 'Count by',
    answered: 'Handled',
    answeredBy: 'Handled by',
    answeredById: 'Handled by',
    breaches: 'Breaches',
    unanswered: 'Not handled yet',
    averageLateS: 'Average delay',
    worstLateS: 'Longest delay',
  },
}
