import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { listAlarmChecks, readChecklist } from './alarm-check.reads.ts'
import { saveChecklist, tickStep } from './alarm-check.verbs.ts'
import type { Feature } from '../../../platform/feature.ts'

const alarmCheckRoutes = bind(endpoints.alarmCheck, {
  list: listAlarmChecks,
  tick: tickStep,
  checklist: readChecklist,
  save: saveChecklist,
})

export const alarmCheckFeature: Feature = { name: 'alarm-check', routes: () => alarmCheckRoutes }
