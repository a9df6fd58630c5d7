import type { texts as zh } from './alarm-breach.zh.ts'

export const texts: typeof zh = {
  menus: {
    'alarm.breach': 'Response breaches',
  },
  subjects: {
    alarmBreach: 'Response breaches',
  },
  fields: {
    by: 'Counted by',
    answered: 'Answered',
    answeredBy: 'Answered by',
    answeredById: 'Answered by',
    breaches: 'Breaches',
    unanswered: 'Not answered yet',
    averageLateS: 'Late on average',
    worstLateS: 'Late at worst',
  },
}
