import { DomainError, type AuditVerb, type BuiltOrderKind } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { judge, refuseLost } from './order.rules.ts'
import { findOrder, updateOrder, type OrderChanges, type StoredOrder } from './order.store.ts'
import { recordStep, type AuditChanges } from './record-step.ts'

/** One step of an order, as a row of its graph names it (contract: order.states.ts), with what this step writes. */
export interface Move {
  readonly action: AuditVerb<'repairOrder'>
  /** Columns besides the status. */
  readonly changes?: (write: Write) => OrderChanges
  /** What the graph cannot judge: looks things up and refuses by throwing. Runs after the graph, before anything is written. */
  readonly check?: (write: Write, order: StoredOrder) => Promise<void>
  /** What changes with the row, once it is certain that nobody else was first. Answers what the audit row says beyond the status. */
  readonly effects?: (write: Write, order: StoredOrder) => Promise<AuditChanges | void>
  readonly note?: string | undefined
  /** Why somebody acts who is not assigned. */
  readonly onBehalfReason?: string | undefined
  /** Whom the history names: the engineers at the time, unless told. */
  readonly engineerIds?: readonly number[]
}

/** Steps that belong to the engineer: whoever takes one without being assigned acts on behalf, and says why. */
const engineerSteps: ReadonlySet<string> = new Set(['receive', 'refuse', 'start', 'complete'])

/**
 * Takes an order through one step: graph → checks → conditional update → what hangs on it → history, live event, audit. Nothing is locked
 * beforehand: of two steps at once, the second finds the order changed.
 * @throws notFound, wrongState (saying who acted), noAccess, precondition, reasonRequired on `onBehalfReason`, staleVersion, and what `check` throws
 */
export const moveOrder = async (ctx: Ctx, kind: BuiltOrderKind, id: number, move: Move): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const order = await findOrder(write.db, kind, id)
    if (!order) throw new DomainError('notFound', {}, 'id')
    const status = await judge(ctx, write.systemDb, kind, move.action, order)
    const assigned = order.engineers.map((engineer) => engineer.id)
    const onBehalf = engineerSteps.has(move.action) && !assigned.some((engineer) => engineer === ctx.actor.accountId)
    if (onBehalf && !move.onBehalfReason) throw new DomainError('reasonRequired', {}, 'onBehalfReason')
    await move.check?.(write, order)
    const moved = await updateOrder(write.db, order, { ...move.changes?.(write), status }, ctx.actor.accountId, write.at)
    if (!moved) await refuseLost(ctx, write.systemDb, order)
    const audited = await move.effects?.(write, order)
    await recordStep(ctx, write, kind, order, {
      action: move.action,
      from: order.status,
      to: status,
      note: move.note,
      engineerIds: move.engineerIds ?? assigned,
      onBehalf: onBehalf ? (move.onBehalfReason ?? null) : false,
      changes: audited ?? {},
    })
    return { id }
  })
