import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { repairFaults } from './repair-faults.ts'
import { infoForRepair } from './repair-info.reads.ts'

export const faultRepairRoutes = bind(endpoints.faultRepair, { infoForRepair, repair: repairFaults })
