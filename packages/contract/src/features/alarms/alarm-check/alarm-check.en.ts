import type { texts as zh } from './alarm-check.zh.ts'

export const texts: typeof zh = {
  operations: {
    'alarm:check': 'Tick the checklist',
    'alarm:checklist': 'Edit checklists',
  },
  fields: {
    done: 'Done',
    checkSteps: 'Steps',
  },
  reasons: {
    checkGone: 'This step is no longer on the checklist. Refresh and try again',
  },
}
