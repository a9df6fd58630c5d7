import { endpoints, type OrderEndpoints, orderGraphs, orderKindFacts, type OrderKindName } from '@emberwatch/contract'

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
  operation: { view: `${kind}Order:view`, create: `${kind}Order:create`, assign: `${kind}Order:assign` } as const,
  ...orderKindFacts[kind],
})
export type OrderKind = ReturnType<typeof orderKind>
