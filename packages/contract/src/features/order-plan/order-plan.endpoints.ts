import { endpoint } from '../../kernel/endpoint.ts'
import { day, id, input, nullable, oneOf, ref, Type, type Static } from '../../kernel/schema.ts'

/** What a project's cycle of one kind has come to, and what follows. */
const planRow = Type.Object({
  kind: oneOf('orderKind'),
  cycleDays: Type.Integer(),
  /** The latest order of the plan. */
  lastDueOn: nullable(day()),
  lastOrderId: nullable(id()),
  lastOrderCode: nullable(Type.String()),
  lastOrderStatus: nullable(oneOf('orderStatus')),
  /** Null while the plan is paused, or if nothing is due any more before the maintenance ends. */
  nextDueOn: nullable(day()),
  /** The day from which its order exists. */
  nextCreatedOn: nullable(day()),
})

export const orderPlan = Type.Object({
  /** Why no orders are created. */
  paused: nullable(oneOf('planPause')),
  aheadDays: Type.Integer(),
  plans: Type.Array(planRow),
})
export type OrderPlan = Static<typeof orderPlan>

export const orderPlanEndpoints = {
  next: endpoint({
    method: 'GET',
    path: 'web/order/plan/next',
    access: ['inspectOrder:view', 'maintenanceOrder:view'],
    input: input({ projectId: ref('project') }),
    output: orderPlan,
    summary: 'When a project is inspected and maintained next',
  }),
} as const
