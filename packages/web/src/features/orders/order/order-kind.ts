import { endpoints, orderGraphs, orderKindFacts, type OrderEndpoints, type OrderKindName } from '@emberwatch/contract'
import { pagePaths } from '../../../paths.ts'

const paths = {
  install: pagePaths.installOrderList,
  repair: pagePaths.repairOrderList,
  inspect: pagePaths.inspectOrderList,
  maintenance: pagePaths.maintenanceOrderList,
} as const satisfies Record<OrderKindName, string>

const callsOf = (kind: OrderKindName): OrderEndpoints =>
  ({
    install: endpoints.installOrder,
    repair: endpoints.repairOrder,
    inspect: endpoints.inspectOrder,
    maintenance: endpoints.maintenanceOrder,
  })[kind]

/** What defines one kind of order. The pages of all kinds are the same. */
export const orderKind = (kind: OrderKindName) => ({
  kind,
  calls: callsOf(kind),
  activity: endpoints.activity[`${kind}Order`],
  graph: orderGraphs[kind],
  path: paths[kind],
  operation: { view: `${kind}Order:view`, create: `${kind}Order:create`, assign: `${kind}Order:assign` } as const,
  ...orderKindFacts[kind],
})
export type OrderKind = ReturnType<typeof orderKind>

export const orderHref = ({ path }: Pick<OrderKind, 'path'>, id: number): string => `${path}/detail?id=${id}`
