import type { texts as zh } from './notification.zh.ts'

export const texts: typeof zh = {
  fields: { runId: 'Rule in progress' },
  subjects: {
    notificationRun: 'Escalation',
  },
}
