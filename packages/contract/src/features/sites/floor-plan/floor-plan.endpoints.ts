import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, nothing, options, ref } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  floorPlanCreateInput,
  floorPlanDetail,
  floorPlanPageInput,
  floorPlanRow,
  floorPlanUpdateInput,
  placeInput,
  planDevicesInput,
  planOfDevice,
  unplaceInput,
} from './floor-plan.schema.ts'

const onPlans = ['project', 'device', 'alarm', 'fault'] as const

export const floorPlanEndpoints = about('project', {
  ...standardCalls('floorPlan', {
    entity: 'floor_plan',
    words: ['a floor plan', 'floor plans'],
    page: { input: floorPlanPageInput, row: floorPlanRow, shows: onPlans, summary: 'The floor plans of a project' },
    detail: { row: floorPlanDetail, shows: onPlans, summary: 'A floor plan with the devices on it' },
    create: { input: floorPlanCreateInput, errors: ['duplicate', 'fileType'] },
    update: { input: floorPlanUpdateInput, errors: ['duplicate', 'fileType'] },
    remove: { summary: 'Delete a floor plan; its devices stand on none then' },
  }),
  place: endpoint({
    method: 'POST',
    path: 'web/floorPlan/place',
    access: 'floorPlan:place',
    input: placeInput,
    output: nothing,
    summary: 'Put a device of the project on a plan, or move it there; it leaves any other plan',
    errors: ['precondition'],
  }),
  unplace: endpoint({
    method: 'POST',
    path: 'web/floorPlan/unplace',
    access: 'floorPlan:place',
    input: unplaceInput,
    output: nothing,
    summary: 'Take a device off a plan',
    errors: ['precondition'],
  }),
  devices: endpoint({
    method: 'GET',
    path: 'web/floorPlan/devices',
    access: 'floorPlan:view',
    shows: onPlans,
    input: planDevicesInput,
    output: options,
    summary: 'Devices of the project that stand on no plan yet, for a drop-down',
  }),
  ofDevice: endpoint({
    method: 'GET',
    path: 'web/floorPlan/ofDevice',
    access: 'floorPlan:view',
    shows: onPlans,
    input: input({ id: ref('device') }),
    output: planOfDevice,
    summary: 'The plan that a device stands on; null if none',
  }),
})
