import { about, endpoint } from '../../../kernel/endpoint.ts'
import { faultsRepaired, repairFaultsInput, repairInfo, repairInfoInput } from './fault-repair.schema.ts'

export const faultRepairEndpoints = about('fault', {
  infoForRepair: endpoint({
    method: 'GET',
    path: 'web/faultRecord/infoForRepair',
    access: 'fault:view',
    also: 'repairOrder:create',
    shows: ['fault', 'order'],
    input: repairInfoInput,
    output: repairInfo,
    summary: 'What repair orders would be created from faults: one for each project',
  }),
  repair: endpoint({
    method: 'POST',
    path: 'web/faultRecord/repair',
    access: 'repairOrder:create',
    also: 'fault:view',
    changes: ['fault', 'order'],
    input: repairFaultsInput,
    output: faultsRepaired,
    summary: 'Create repair orders from faults, one for each project; returns the result for each fault',
  }),
})
