import type { OrderKindName } from '@emberwatch/contract'
import { pagePaths } from '../../../paths.ts'

/** Each kind has a list of its own. */
export const orderListOf: Record<OrderKindName, string> = {
  install: pagePaths.installOrderList,
  repair: pagePaths.repairOrderList,
  inspect: pagePaths.inspectOrderList,
  maintenance: pagePaths.maintenanceOrderList,
}
