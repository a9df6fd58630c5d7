import type { texts as zh } from './notification.zh.ts'

export const texts: typeof zh = {
  subjects: {
    notificationRun: 'Escalation',
  },
}
