import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createFloorPlan, removeFloorPlan, placeDevice, unplaceDevice, updateFloorPlan } from './floor-plan.verbs.ts'
import { devicesToPlace, floorPlanDetail, pageFloorPlans, planOfDevice } from './floor-plan.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const floorPlanRoutes = bind(endpoints.floorPlan, {
  page: pageFloorPlans,
  detail: floorPlanDetail,
  create: createFloorPlan,
  update: updateFloorPlan,
  remove: removeFloorPlan,
  place: placeDevice,
  unplace: unplaceDevice,
  devices: devicesToPlace,
  ofDevice: planOfDevice,
})

export const floorPlanFeature: Feature = { name: 'floor-plan', routes: () => floorPlanRoutes, uploads: ['floorPlan'] }
