import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { listAlarmCalls } from './alarm-call.reads.ts'
import { recordCall } from './record-call.ts'
import type { Feature } from '../../../platform/feature.ts'

const alarmCallRoutes = bind(endpoints.alarmCall, { list: listAlarmCalls, record: recordCall })

export const alarmCallFeature: Feature = { name: 'alarm-call', routes: () => alarmCallRoutes }
