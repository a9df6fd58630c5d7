import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { pageFaultTypes } from './fault-type.reads.ts'
import { createFaultType } from './create-fault-type.ts'
import { deleteFaultType } from './delete-fault-type.ts'
import { setFaultTypeEnabled } from './set-fault-type-enabled.ts'
import { updateFaultType } from './update-fault-type.ts'

export const faultTypeRoutes = bind(endpoints.faultType, {
  page: pageFaultTypes,
  create: createFaultType,
  update: updateFaultType,
  del: deleteFaultType,
  forbidden: setFaultTypeEnabled,
})
