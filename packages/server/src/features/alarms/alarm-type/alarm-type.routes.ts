import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { pageAlarmTypes } from './alarm-type.reads.ts'
import { createAlarmType } from './create-alarm-type.ts'
import { deleteAlarmType } from './delete-alarm-type.ts'
import { setAlarmTypeEnabled } from './set-alarm-type-enabled.ts'
import { updateAlarmType } from './update-alarm-type.ts'

export const alarmTypeRoutes = bind(endpoints.alarmType, {
  page: pageAlarmTypes,
  create: createAlarmType,
  update: updateAlarmType,
  del: deleteAlarmType,
  forbidden: setAlarmTypeEnabled,
})
