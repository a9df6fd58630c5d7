import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { closeRecall } from './close-recall.ts'
import { createRecall } from './create-recall.ts'
import { exportRecalls, pageRecalls, recallHolders } from './recall.reads.ts'
import { tellHolder } from './tell-holder.ts'

export const recallRoutes = bind(endpoints.recall, {
  page: pageRecalls,
  create: createRecall,
  export: exportRecalls,
  holders: recallHolders,
  told: tellHolder,
  close: closeRecall,
})
