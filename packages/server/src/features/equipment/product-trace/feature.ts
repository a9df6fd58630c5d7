import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { deviceStory } from './device-story.ts'
import { exportTracedDevices, pageTracedDevices, productTraceExport } from './product-trace.reads.ts'
import { exportTraceLog, pageTraceLog, traceLogExport } from './trace-log.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const productTraceRoutes = [
  ...bind(endpoints.productTrace, { page: pageTracedDevices, detail: deviceStory, export: exportTracedDevices }),
  ...bind(endpoints.traceLog, { page: pageTraceLog, export: exportTraceLog }),
]

export const productTraceFeature: Feature = {
  name: 'product-trace',
  routes: () => productTraceRoutes,
  exports: { productTrace: productTraceExport, traceLog: traceLogExport },
}
