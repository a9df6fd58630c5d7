import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportHandOvers, pageHandOvers, previewCompany, previewProject } from './hand-over.reads.ts'
import { handOverCompany, handOverProject } from './start-hand-over.ts'

export const handOverRoutes = bind(endpoints.handOver, {
  page: pageHandOvers,
  export: exportHandOvers,
  previewProject,
  project: handOverProject,
  previewCompany,
  company: handOverCompany,
})
