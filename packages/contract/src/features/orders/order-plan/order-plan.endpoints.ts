import { about, endpoint } from '../../../kernel/endpoint.ts'
import { day, id, input, nullable, oneOf, ref, Type, type Static } from '../../../kernel/schema.ts'

/** The state of a project's plan of one kind: what was last done, and what is next. */
const planRow = Type.Object({
  kind: oneOf('orderKind'),
  cycleDays: Type.Integer(),
  /** The latest order of the plan. */
  lastDueOn: nullable(day()),
  lastOrderId: nullable(id()),
  lastOrderCode: nullable(Type.String()),
  lastOrderStatus: nullable(oneOf('orderStatus')),
  /** Null while the plan is paused, or if nothing else is due before the maintenance ends. */
  nextDueOn: nullable(day()),
  /** The day on which its order is created. */
  nextCreatedOn: nullable(day()),
})

export const orderPlan = Type.Object({
  /** Why no orders are created. */
  paused: nullable(oneOf('planPause')),
  aheadDays: Type.Integer(),
  plans: Type.Array(planRow),
})
export type OrderPlan = Static<typeof orderPlan>

export const orderPlanEndpoints = about('order', {
  next: endpoint({
    method: 'GET',
    path: 'web/order/plan/next',
    access: ['inspectOrder:view', 'maintenanceOrder:view'],
    input: input({ projectId: ref('project') }),
    output: orderPlan,
    summary: 'When a project is inspected and maintained next',
  }),
})
