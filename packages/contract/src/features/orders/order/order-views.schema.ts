import { day, id, input, nullable, oneOf, optional, Type, type Static, pick, zoneFilter } from '../../../kernel/schema.ts'
import { orderPageInput, orderRow } from './order.schema.ts'

const { code, projectId, origin, priority, engineerId, customerId, companyId, overdue, mine, keyword } = orderPageInput.properties
const filters = { code, projectId, origin, priority, engineerId, customerId, companyId, overdue, mine, keyword, ...zoneFilter }

/** The filters of the list, shared by its other views. */
export const orderViewInput = input(filters)

/** Days are in the time zone of each order's site, so that an order is due on the same day for every viewer. */
export const orderCalendarInput = input({
  ...filters,
  status: optional(oneOf('orderStatus')),
  from: day(),
  days: Type.Integer({ minimum: 1, maximum: 42 }),
  /** Number of orders listed per day. */
  most: optional(Type.Integer({ minimum: 1, maximum: 200 })),
})

const card = pick(orderRow, [
  'id',
  'code',
  'status',
  'priority',
  'projectName',
  'timeZone',
  'description',
  'engineers',
  'scheduledFrom',
  'scheduledTo',
  'dueAt',
  'finishedAt',
  'heldFrom',
  'holdUntil',
  'holdReason',
])
export type OrderCard = Static<typeof card>

export const orderBoard = Type.Object({
  columns: Type.Array(Type.Object({ status: oneOf('orderStatus'), total: Type.Integer(), list: Type.Array(card) })),
})
export type OrderBoard = Static<typeof orderBoard>

export const orderCalendar = Type.Object({
  days: Type.Array(Type.Object({ day: day(), total: Type.Integer(), list: Type.Array(card) })),
  /** Open orders with neither a planned nor a due time. */
  undated: Type.Integer(),
  /** The time zone of the requested site, or else of the reader's company, in which today is determined. */
  timeZone: Type.String(),
})
export type OrderCalendar = Static<typeof orderCalendar>

export const orderMap = Type.Object({
  places: Type.Array(
    Type.Object({
      projectId: id(),
      name: Type.String(),
      address: Type.String(),
      latitude: nullable(Type.Number()),
      longitude: nullable(Type.Number()),
      coordinateSystem: nullable(oneOf('coordinateSystem')),
      open: Type.Integer(),
      overdue: Type.Integer(),
      urgent: Type.Integer(),
    }),
  ),
  /** There are more projects than shown. */
  more: Type.Boolean(),
})
export type OrderMap = Static<typeof orderMap>
