import { endpoints, orderGraphs, type BuiltOrderKind } from '@emberwatch/contract'
import { pagePaths } from '../../paths.ts'

const paths = { repair: pagePaths.repairOrderList } as const satisfies Record<BuiltOrderKind, string>

/** What defines one kind of order. The pages of all kinds are the same. */
export const orderKind = (kind: BuiltOrderKind) => {
  const calls = { repair: endpoints.repairOrder }[kind]
  return {
    kind,
    calls,
    activity: endpoints.activity[`${kind}Order`],
    graph: orderGraphs[kind],
    path: paths[kind],
    operation: { create: `${kind}Order:create` } as const,
  }
}
export type OrderKind = ReturnType<typeof orderKind>

export const orderHref = ({ path }: OrderKind, id: number): string => `${path}/detail?id=${id}`
