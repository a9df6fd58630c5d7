import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { repairFaults } from './repair-faults.ts'
import { infoForRepair } from './repair-info.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const faultRepairRoutes = bind(endpoints.faultRepair, { infoForRepair, repair: repairFaults })

export const faultRepairFeature: Feature = { name: 'fault-repair', routes: () => faultRepairRoutes }
