import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createOrderChecklist } from './create-order-checklist.ts'
import { deleteOrderChecklist } from './delete-order-checklist.ts'
import { pageOrderChecklists } from './order-checklist.reads.ts'
import { setOrderChecklistEnabled } from './set-order-checklist-enabled.ts'
import { updateOrderChecklist } from './update-order-checklist.ts'

export const orderChecklistRoutes = bind(endpoints.orderChecklist, {
  page: pageOrderChecklists,
  create: createOrderChecklist,
  update: updateOrderChecklist,
  del: deleteOrderChecklist,
  forbidden: setOrderChecklistEnabled,
})
