import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  orderChecklistCreateInput,
  orderChecklistPageInput,
  orderChecklistRow,
  orderChecklistUpdateInput,
} from './order-checklist.schema.ts'

export const orderChecklistEndpoints = standardCalls('orderChecklist', {
  entity: 'order_checklist',
  about: 'orderChecklist',
  words: ['a checklist of orders', 'checklists of orders'],
  page: { input: orderChecklistPageInput, row: orderChecklistRow },
  create: { input: orderChecklistCreateInput, errors: ['duplicate'] },
  update: { input: orderChecklistUpdateInput },
  remove: {},
  setEnabled: {},
})
