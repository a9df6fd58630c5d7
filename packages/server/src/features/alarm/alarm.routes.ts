import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import { alarmDetail, exportAlarms, pageAlarms, selectAlarmTypes } from './alarm.reads.ts'
import { confirmAlarm } from './confirm-alarm.ts'
import { dealAlarm } from './deal-alarm.ts'
import { muteAlarms } from './mute-alarms.ts'
import { misreportAlarm } from './misreport-alarm.ts'
import { showAlarms } from './show-alarms.ts'

export const alarmRoutes = bind(endpoints.alarm, {
  page: pageAlarms,
  detail: alarmDetail,
  export: exportAlarms,
  confirm: confirmAlarm,
  deal: dealAlarm,
  misreport: misreportAlarm,
  shown: showAlarms,
  mute: muteAlarms,
  typeSelect: selectAlarmTypes,
})
