import type { Feature } from '../../platform/feature.ts'
import { orderExport } from './order.reads.ts'
import { orderAppRoutes, orderCommonRoutes, repairOrderRoutes } from './order.routes.ts'

export const orderFeature: Feature = {
  name: 'order',
  routes: () => [...repairOrderRoutes, ...orderCommonRoutes, ...orderAppRoutes],
  exports: { repairOrder: orderExport },
  liveKinds: ['order'],
  uploads: ['photo'],
}
