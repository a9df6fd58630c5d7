import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { listAlarmChecks, readChecklist } from './alarm-check.reads.ts'
import { saveChecklist } from './save-checklist.ts'
import { tickStep } from './tick-step.ts'

export const alarmCheckRoutes = bind(endpoints.alarmCheck, {
  list: listAlarmChecks,
  tick: tickStep,
  checklist: readChecklist,
  save: saveChecklist,
})
