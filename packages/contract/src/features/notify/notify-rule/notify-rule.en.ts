import type { texts as zh } from './notify-rule.zh.ts'

export const texts: typeof zh = {
  menus: {
    'message.notify': 'Notification rules',
  },
  subjects: {
    notifyRule: 'Notification rule',
  },
  fields: {
    events: 'Events',
    levels: 'Alarm levels',
    alarmTypeIds: 'Alarm types',
    faultTypeIds: 'Fault types',
    stopWhen: 'Stops when',
    projectTypeIds: 'Project types',
    activeHours: 'Active hours',
    receivers: 'Receivers',
    channels: 'Channels',
    channel: 'Channel',
    afterS: 'After the event (s)',
    answerS: 'Wait for an answer (s)',
    repeats: 'Repeats',
    everyS: 'Repeat every (s)',
    teamId: 'Duty team',
  },
}
