import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { listAlarmCalls } from './alarm-call.reads.ts'
import { recordCall } from './record-call.ts'

export const alarmCallRoutes = bind(endpoints.alarmCall, { list: listAlarmCalls, record: recordCall })
