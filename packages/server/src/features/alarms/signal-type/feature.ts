import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { pageAlarmTypes } from './alarm-type.reads.ts'
import { createAlarmType, deleteAlarmType, setAlarmTypeEnabled, updateAlarmType } from './alarm-type.verbs.ts'
import type { Feature } from '../../../platform/feature.ts'

const alarmTypeRoutes = bind(endpoints.alarmType, {
  page: pageAlarmTypes,
  create: createAlarmType,
  update: updateAlarmType,
  del: deleteAlarmType,
  forbidden: setAlarmTypeEnabled,
})

export const alarmTypeFeature: Feature = {
  name: 'alarm-type',
  routes: () => alarmTypeRoutes,
}
