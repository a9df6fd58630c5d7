import { endpoints, orderGraphs, type BuiltOrderKind } from '@emberwatch/contract'

const paths = { repair: '/order/repairOrderList' } as const satisfies Record<BuiltOrderKind, string>

/** What one kind of order is made of. The pages of all kinds are the same. */
export const orderKind = (kind: BuiltOrderKind) => {
  const calls = endpoints[`${kind}Order`]
  return {
    kind,
    calls,
    activity: endpoints.activity[`${kind}Order`],
    graph: orderGraphs[kind],
    path: paths[kind],
    operation: { create: `${kind}Order:create` } as const,
    /** What a step makes stale; other people's steps arrive as live events. */
    reads: [calls.page, calls.detail, calls.deviceList, calls.assignList, calls.verifyList],
  }
}
export type OrderKind = ReturnType<typeof orderKind>

export const orderHref = ({ path }: OrderKind, id: number): string => `${path}/detail?id=${id}`
