import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createFloorPlan } from './create-floor-plan.ts'
import { deleteFloorPlan } from './delete-floor-plan.ts'
import { devicesToPlace, floorPlanDetail, pageFloorPlans, planOfDevice } from './floor-plan.reads.ts'
import { placeDevice } from './place-device.ts'
import { unplaceDevice } from './unplace-device.ts'
import { updateFloorPlan } from './update-floor-plan.ts'

export const floorPlanRoutes = bind(endpoints.floorPlan, {
  page: pageFloorPlans,
  detail: floorPlanDetail,
  create: createFloorPlan,
  update: updateFloorPlan,
  del: deleteFloorPlan,
  place: placeDevice,
  unplace: unplaceDevice,
  devices: devicesToPlace,
  ofDevice: planOfDevice,
})
