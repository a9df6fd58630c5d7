import type { texts as zh } from './linked-rule.zh.ts'

export const texts: typeof zh = {
  menus: {
    'device.rule': 'Linked rules',
  },
  subjects: {
    linkedRule: 'Linked rule',
  },
  fields: {
    trigger: 'Trigger',
    reportType: 'Report type',
    targets: 'Devices that receive it',
    targetIds: 'Devices that receive it',
    pauseS: 'Shortest interval (s)',
    lastRunAt: 'Last run',
    ruleId: 'Linked rule',
    outcome: 'Outcome',
    steps: 'Result for each device',
  },
  enums: {
    ruleTrigger: {
      alarm: 'Alarm type',
      code: 'Report code',
      report: 'Report type',
    },
    ruleOutcome: {
      sent: 'Commands sent',
      partly: 'Partly sent',
      none: 'Nothing sent',
    },
  },
  reasons: {
    ruleLoop: 'the rule would trigger itself: {{path}}',
    ruleTooLate: 'the signal was processed too late, so nothing was sent',
    ruleOnTest: 'the project was on test, so nothing was sent',
    ruleTargetMoved: 'the device is no longer in this project',
  },
}
