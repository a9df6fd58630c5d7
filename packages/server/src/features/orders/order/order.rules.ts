import { dayIn, type OrderKindName, pageAddress, decide, DomainError, orderGraphs } from '@emberwatch/contract'
import type { Kysely, Transaction } from 'kysely'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../../../platform/context.ts'
import { texts } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { lastEditor, refuseStale } from '../../../platform/versioned.ts'
import type { Tables } from '../../../tables/index.ts'
import { statusOf, type OrderColumns, type OrderStatus, type StoredOrder } from './order.store.ts'

interface OrderKind {
  /** First letter of the order code. */
  readonly prefix: string
  /** Name of the list in the export registry, and of the object in the audit trail. */
  readonly name: `${OrderKindName}Order`
}

/** What differs between the kinds on the server, besides what the contract says about them (order.kinds.ts, order.states.ts there). */
export const orderKinds: Readonly<Record<OrderKindName, OrderKind>> = {
  install: { prefix: 'N', name: 'installOrder' },
  repair: { prefix: 'R', name: 'repairOrder' },
  inspect: { prefix: 'I', name: 'inspectOrder' },
  maintenance: { prefix: 'M', name: 'maintenanceOrder' },
}

/** Where the console shows an order. Used as the link of a message. */
export const orderPath = (kind: OrderKindName, id: number): string => pageAddress(`${kind}OrderDetail`, { id })

/** `R20261120-000123`: kind, day in the project's time zone, number. */
export const orderCode = (kind: OrderKindName, at: Date, timeZone: string, number: number): string => {
  const day = dayIn(at, timeZone).replaceAll('-', '')
  return `${orderKinds[kind].prefix}${day}-${String(number).padStart(6, '0')}`
}

type SystemDb = Transaction<Tables> | Kysely<Tables>

/** Answers 409 with the order's state, who acted last, and when. The name is read unscoped (platform/versioned.ts). */
const throwWrongState = async (ctx: Ctx, systemDb: SystemDb, id: number, status: OrderStatus): Promise<never> => {
  const state = texts[ctx.locale].enums.orderStatus[status]
  throw new DomainError('wrongState', { state, ...(await lastEditor(systemDb, 'work_order', id)) })
}

/** Answers 409 with the reason in the caller's language. */
export const throwPrecondition = (ctx: Ctx, reason: ReasonName): never => {
  throw new DomainError('precondition', { reason: texts[ctx.locale].reasons[reason] })
}

/**
 * Checks with the state graph whether the caller may act, and returns the next status.
 * @throws wrongState, noAccess, or precondition with the reason
 */
export const checkTransition = async (
  ctx: Ctx,
  systemDb: SystemDb,
  kind: OrderKindName,
  action: string,
  order: StoredOrder,
): Promise<OrderStatus> => {
  const decision = decide(orderGraphs[kind], action, order.status, order, ctx.actor)
  if (decision.allowed) return decision.to
  if (decision.reason === 'wrongState') return throwWrongState(ctx, systemDb, order.id, order.status)
  if (decision.reason === 'noAccess') throw new DomainError('noAccess')
  return throwPrecondition(ctx, decision.reason)
}

/** Somebody else changed the order after it was read: reports the new state and who changed it. */
export const throwConflict = async (ctx: Ctx, systemDb: SystemDb, order: Pick<OrderColumns, 'id' | 'status'>): Promise<never> => {
  const status = await statusOf(systemDb, order.id)
  if (status === undefined) throw new DomainError('notFound', {}, 'id')
  return status === order.status
    ? refuseStale(systemDb, 'work_order', order.id)
    : throwWrongState(ctx, systemDb, order.id, status)
}

/** The planned end must not precede the planned beginning, and needs one. @throws invalidInput on `scheduledTo` */
export const assertSchedule = (
  ctx: Ctx,
  { scheduledFrom, scheduledTo }: { readonly scheduledFrom?: string; readonly scheduledTo?: string },
): void => {
  if (scheduledTo === undefined) return
  if (scheduledFrom === undefined) refuseField(ctx, 'scheduledFrom', 'required')
  else if (Date.parse(scheduledTo) < Date.parse(scheduledFrom)) refuseField(ctx, 'scheduledTo', 'notBefore')
}

/** A step that arrives within this time counts as entered when it arrived (ms). */
const atOnce = 60_000

/**
 * When a step was entered without a network. It comes from the phone's clock: a future time is ignored, and so is one before the order was
 * created. Undefined: it counts as entered when it arrived.
 */
export const enteredEarlier = (
  { created_at: createdAt }: Pick<OrderColumns, 'created_at'>,
  enteredAt: string,
  arrivedAt: Date,
): Date | undefined => {
  const entered = Date.parse(enteredAt)
  return arrivedAt.getTime() - entered > atOnce && Date.parse(createdAt) <= entered ? new Date(entered) : undefined
}

/** The owner of an order's photos: everybody who sees the order sees them. */
export const fileOwnerOf = (order: { company_id: number; path: string; customer_id: number | null }) => ({
  companyId: order.company_id,
  path: order.path,
  customerId: order.customer_id,
})
