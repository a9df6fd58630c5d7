import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { pageAlarmTypes, pageFaultTypes } from './signal-type.reads.ts'
import { alarmTypeVerbs, faultTypeVerbs } from './signal-type.verbs.ts'
import type { Feature } from '../../../platform/feature.ts'

const signalTypeRoutes = [
  ...bind(endpoints.alarmType, { page: pageAlarmTypes, ...alarmTypeVerbs }),
  ...bind(endpoints.faultType, { page: pageFaultTypes, ...faultTypeVerbs }),
]

export const signalTypeFeature: Feature = {
  name: 'signal-type',
  routes: () => signalTypeRoutes,
}
