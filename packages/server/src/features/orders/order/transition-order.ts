import { type AuditAct, type OrderKindName, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { orderKinds, checkTransition, throwConflict } from './order.rules.ts'
import {
  insertHistory,
  type OrderColumns,
  type OrderStatus,
  findOrder,
  updateOrder,
  type OrderChanges,
  type StoredOrder,
} from './order.store.ts'

export type AuditChanges = Record<string, readonly [unknown, unknown]>

interface Step {
  readonly action: AuditAct<'repairOrder'>
  /** Null for a new order. */
  readonly from: OrderStatus | null
  readonly to: OrderStatus
  readonly note?: string | undefined
  readonly engineerIds: readonly number[]
  /** Why an actor who is not assigned acts. False if the actor is assigned. */
  readonly onBehalf: string | null | false
  readonly changes: AuditChanges
}

/** Records a transition: history, live event, audit row. */
export const recordStep = async (
  ctx: Ctx,
  write: Write,
  kind: OrderKindName,
  order: Pick<OrderColumns, 'id' | 'code' | 'company_id' | 'path' | 'customer_id'>,
  step: Step,
): Promise<void> => {
  const { action, from, to, note, onBehalf } = step
  const { name } = orderKinds[kind]
  // Saving results is not a step of the order's life: the devices show them, and the audit log has each.
  if (action !== 'record')
    await insertHistory(write.db, {
      order_id: order.id,
      action,
      from_status: from,
      to_status: to,
      actor_id: ctx.actor.accountId,
      on_behalf: onBehalf !== false,
      on_behalf_reason: onBehalf === false ? null : onBehalf,
      engineer_ids: [...step.engineerIds],
      note: note ?? null,
      at: write.at,
    })
  write.emit({
    kind: 'order',
    change: action,
    objectId: order.id,
    owner: { path: order.path, customerId: order.customer_id },
    data: { code: order.code, kind, status: to },
  })
  write.audit({
    action: `${name}.${action}`,
    object: { kind: name, id: order.id, name: order.code },
    owner: { companyId: order.company_id, path: order.path },
    changes: {
      ...(from === to ? {} : { status: [from, to] }),
      ...(note === undefined ? {} : { note: [null, note] }),
      ...(onBehalf === false ? {} : { onBehalf: [false, true], onBehalfReason: [null, onBehalf] }),
      ...step.changes,
    },
  })
}

/** A transition of an order: an action of its state graph (contract: order.states.ts), and what is written besides the status. */
export interface OrderTransition {
  readonly action: AuditAct<'repairOrder'>
  /** Columns besides the status. */
  readonly changes?: (write: Write, order: StoredOrder) => OrderChanges
  /** Checks that the state graph cannot express. Throws to reject. Runs after the graph's check, before anything is written. */
  readonly check?: (write: Write, order: StoredOrder) => Promise<void>
  /** Further changes, made after the conditional update has succeeded. Returns what the audit row records besides the status. */
  readonly effects?: (write: Write, order: StoredOrder) => Promise<AuditChanges | void>
  readonly note?: string | undefined
  /** Why an actor who is not assigned acts. */
  readonly onBehalfReason?: string | undefined
  /** The engineers named in the history. Defaults to those assigned at the time. */
  readonly engineerIds?: readonly number[]
}

/** Steps of the engineer. Anybody else who takes one acts on their behalf and must say why. */
const engineerSteps: ReadonlySet<string> = new Set(['receive', 'refuse', 'start', 'record', 'complete'])

/**
 * Performs one transition of an order: state graph → checks → conditional update → effects → history, live event, audit. Nothing is locked
 * beforehand: of two concurrent transitions, the second finds the order changed.
 * @throws notFound, wrongState (naming who acted), noAccess, precondition, reasonRequired on `onBehalfReason`, staleVersion, and whatever
 * `check` throws
 */
export const transitionOrder = async (
  ctx: Ctx,
  kind: OrderKindName,
  id: number,
  transition: OrderTransition,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const order = await findOrder(write.db, kind, id)
    if (!order) throw new DomainError('notFound', {}, 'id')
    const status = await checkTransition(ctx, write.systemDb, kind, transition.action, order)
    const assigned = order.engineers.map((engineer) => engineer.id)
    const onBehalf = engineerSteps.has(transition.action) && !assigned.some((engineer) => engineer === ctx.actor.accountId)
    if (onBehalf && !transition.onBehalfReason) throw new DomainError('reasonRequired', {}, 'onBehalfReason')
    await transition.check?.(write, order)
    const updated = await updateOrder(
      write.db,
      order,
      { ...transition.changes?.(write, order), status },
      ctx.actor.accountId,
      write.at,
    )
    if (!updated) await throwConflict(ctx, write.systemDb, order)
    const auditChanges = await transition.effects?.(write, order)
    await recordStep(ctx, write, kind, order, {
      action: transition.action,
      from: order.status,
      to: status,
      note: transition.note,
      engineerIds: transition.engineerIds ?? assigned,
      onBehalf: onBehalf ? (transition.onBehalfReason ?? null) : false,
      changes: auditChanges ?? {},
    })
    return { id }
  })
