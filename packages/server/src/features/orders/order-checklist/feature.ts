import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import {
  createOrderChecklist,
  removeOrderChecklist,
  setOrderChecklistEnabled,
  updateOrderChecklist,
} from './order-checklist.verbs.ts'
import { pageOrderChecklists } from './order-checklist.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const orderChecklistRoutes = bind(endpoints.orderChecklist, {
  page: pageOrderChecklists,
  create: createOrderChecklist,
  update: updateOrderChecklist,
  remove: removeOrderChecklist,
  setEnabled: setOrderChecklistEnabled,
})

export const orderChecklistFeature: Feature = { name: 'order-checklist', routes: () => orderChecklistRoutes }
