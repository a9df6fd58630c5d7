import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { closeRecall, createRecall, recordHolderNotified } from './recall.verbs.ts'
import { exportRecalls, pageRecalls, recallHolders, recallExport } from './recall.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const recallRoutes = bind(endpoints.recall, {
  page: pageRecalls,
  create: createRecall,
  export: exportRecalls,
  holders: recallHolders,
  notified: recordHolderNotified,
  close: closeRecall,
})

export const recallFeature: Feature = {
  name: 'recall',
  routes: () => recallRoutes,
  exports: { recall: recallExport },
}
