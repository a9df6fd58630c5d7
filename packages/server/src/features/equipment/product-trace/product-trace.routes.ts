import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { deviceStory } from './device-story.ts'
import { exportTracedDevices, pageTracedDevices } from './product-trace.reads.ts'
import { exportTraceLog, pageTraceLog } from './trace-log.reads.ts'

export const productTraceRoutes = [
  ...bind(endpoints.productTrace, { page: pageTracedDevices, detail: deviceStory, export: exportTracedDevices }),
  ...bind(endpoints.traceLog, { page: pageTraceLog, export: exportTraceLog }),
]
