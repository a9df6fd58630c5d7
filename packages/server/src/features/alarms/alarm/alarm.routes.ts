import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { alarmDetail } from './alarm-detail.reads.ts'
import { exportAlarms, pageAlarms, selectAlarmTypes } from './alarm.reads.ts'
import { alarmsBeside } from './alarms-beside.reads.ts'
import { neighboursOfAlarm } from './alarm-neighbours.reads.ts'
import { confirmAlarm, dealAlarm, misreportAlarm } from './lifecycle/transition-alarm.ts'
import { muteAlarms } from './mute-alarms.ts'
import { showAlarms } from './show-alarms.ts'

export const alarmRoutes = bind(endpoints.alarm, {
  page: pageAlarms,
  detail: alarmDetail,
  export: exportAlarms,
  confirm: confirmAlarm,
  deal: dealAlarm,
  misreport: misreportAlarm,
  neighbours: neighboursOfAlarm,
  beside: alarmsBeside,
  shown: showAlarms,
  mute: muteAlarms,
  typeSelect: selectAlarmTypes,
})
