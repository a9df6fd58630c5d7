import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { pageFaultTypes } from './fault-type.reads.ts'
import { createFaultType, deleteFaultType, setFaultTypeEnabled, updateFaultType } from './fault-type.verbs.ts'
import type { Feature } from '../../../platform/feature.ts'

const faultTypeRoutes = bind(endpoints.faultType, {
  page: pageFaultTypes,
  create: createFaultType,
  update: updateFaultType,
  del: deleteFaultType,
  forbidden: setFaultTypeEnabled,
})

export const faultTypeFeature: Feature = {
  name: 'fault-type',
  routes: () => faultTypeRoutes,
}
