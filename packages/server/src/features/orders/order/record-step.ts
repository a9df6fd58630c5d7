import type { AuditVerb, OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { orderKinds } from './order.kinds.ts'
import { insertHistory, type OrderColumns, type OrderStatus } from './order.store.ts'

export type AuditChanges = Record<string, readonly [unknown, unknown]>

interface Step {
  readonly action: AuditVerb<'repairOrder'>
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
