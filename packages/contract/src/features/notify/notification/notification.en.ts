import type { texts as zh } from './notification.zh.ts'

export const texts: typeof zh = {
  fields: { runId: 'Rule in progress' },
  subjects: {
    notificationRun: 'Escalation',
  },
  reasons: {
    ruleOfOtherCompany: 'Rule of another company',
    deviceNotAtProject: 'the device is not in this project',
    noFurtherStep: 'this rule has no further step to bring forward',
    stepDoneMeanwhile: 'a step was carried out in the meantime; check who has been notified before you continue',
  },
}
