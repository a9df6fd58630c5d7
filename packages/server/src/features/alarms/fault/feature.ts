import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { faultDetail } from './fault-detail.reads.ts'
import { exportFaults, pageFaultsByState, selectFaultTypes, faultExport } from './fault.reads.ts'
import { snoozeFaults, wakeFaults } from './snooze-faults.ts'
import { solveFault, solveManyFaults } from './lifecycle/solve-fault.ts'
import type { Feature } from '../../../platform/feature.ts'

export const faultRoutes = bind(endpoints.fault, {
  page: pageFaultsByState,
  detail: faultDetail,
  snooze: snoozeFaults,
  wake: wakeFaults,
  solved: solveFault,
  batchSolved: solveManyFaults,
  pendingExport: exportFaults('pending'),
  processingExport: exportFaults('processing'),
  solvedExport: exportFaults('solved'),
  typeSelect: selectFaultTypes,
})

export const faultFeature: Feature = {
  name: 'fault',
  routes: () => faultRoutes,
  exports: { fault: faultExport },
  liveKinds: ['fault'],
}
