import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { alarmDetail } from './alarm-detail.reads.ts'
import { exportAlarms, pageAlarms, selectAlarmTypes, alarmExport } from './alarm.reads.ts'
import { alarmsBeside } from './alarms-beside.reads.ts'
import { neighboursOfAlarm } from './alarm-neighbours.reads.ts'
import { confirmAlarm, resolveAlarm, misreportAlarm } from './lifecycle/transition-alarm.ts'
import { muteAlarms } from './mute-alarms.ts'
import { showAlarms } from './show-alarms.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { everyFewSeconds, job, type JobDefinition } from '../../../platform/jobs.ts'
import { listReached } from './reached.ts'
import { recordDueBreaches } from './lifecycle/record-breaches.ts'

export const alarmRoutes = bind(endpoints.alarm, {
  page: pageAlarms,
  detail: alarmDetail,
  export: exportAlarms,
  confirm: confirmAlarm,
  resolve: resolveAlarm,
  misreport: misreportAlarm,
  neighbours: neighboursOfAlarm,
  beside: alarmsBeside,
  shown: showAlarms,
  mute: muteAlarms,
  typeSelect: selectAlarmTypes,
})

/** Records exceeded response clocks within seconds, and lists the channels over which somebody was reached. */
const alarmJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job(
    'responseClocks',
    (_payload, stopping) => everyFewSeconds(() => recordDueBreaches(systemCtx, stopping), stopping),
    '* * * * *',
    { part: 'delivery', text: 'response clocks are not watched' },
  ),
  job(
    'reachedAlarms',
    (_payload, stopping) => everyFewSeconds(() => listReached(systemCtx.systemDb, stopping), stopping),
    '* * * * *',
  ),
]

export const alarmFeature: Feature = {
  name: 'alarm',
  routes: () => alarmRoutes,
  exports: { alarm: alarmExport },
  jobs: alarmJobs,
  liveKinds: ['alarm'],
}
