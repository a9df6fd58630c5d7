import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import { exportFaults, pageFaults, selectFaultTypes } from './fault.reads.ts'
import { solveFault, solveManyFaults } from './solve-fault.ts'

export const faultRoutes = bind(endpoints.fault, {
  page: pageFaults,
  solved: solveFault,
  batchSolved: solveManyFaults,
  pendingExport: exportFaults('pending'),
  processingExport: exportFaults('processing'),
  solvedExport: exportFaults('solved'),
  typeSelect: selectFaultTypes,
})
