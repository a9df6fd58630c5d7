import type { Feature } from '../../../platform/feature.ts'
import { productTraceExport } from './product-trace.reads.ts'
import { productTraceRoutes } from './product-trace.routes.ts'
import { traceLogExport } from './trace-log.reads.ts'

export const productTraceFeature: Feature = {
  name: 'product-trace',
  routes: () => productTraceRoutes,
  exports: { productTrace: productTraceExport, traceLog: traceLogExport },
}
