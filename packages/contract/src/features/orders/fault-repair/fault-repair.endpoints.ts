import { id, input, instant, nullable, oneOf, optional, refs, text, Type, type Static } from '../../../kernel/schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'

/** Faults of one project that a repair order can be created from. */
const repairGroup = Type.Object({
  projectId: id(),
  projectName: Type.String(),
  /** Whether orders can be created for it: only if the project is approved. */
  approved: Type.Boolean(),
  /** The devices that the order will include. Faults of a gateway itself have none. */
  devices: Type.Array(Type.Object({ id: id(), code: Type.String(), name: Type.String(), roomNumber: nullable(Type.String()) })),
  faults: Type.Array(
    Type.Object({
      id: id(),
      code: Type.String(),
      typeNameZh: Type.String(),
      typeNameEn: Type.String(),
      firstAt: instant(),
      deviceCode: nullable(Type.String()),
      gatewayCode: nullable(Type.String()),
      roomNumber: nullable(Type.String()),
    }),
  ),
})
export type RepairGroup = Static<typeof repairGroup>

export const repairInfoInput = input({ ids: refs('fault') })
/** One order per project. `refused` says in the caller's language why a fault cannot have an order. */
export const repairInfo = Type.Object({
  groups: Type.Array(repairGroup),
  refused: Type.Array(Type.Object({ id: id(), code: Type.String(), msg: Type.String() })),
})

export const repairFaultsInput = input({
  ids: refs('fault'),
  priority: oneOf('orderPriority'),
  description: text(1_000),
  dueAt: optional(instant()),
  engineerIds: optional(refs('account', 0)),
})
/** The result for each fault: the order that was created from it, or why there is none. */
export const faultsRepaired = Type.Array(
  Type.Object({ id: id(), orderId: nullable(id()), orderCode: nullable(Type.String()), msg: Type.String() }),
)

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
