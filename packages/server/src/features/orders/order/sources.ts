import type { EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import { linkRepairOrder, unlinkRepairOrder } from '../../alarms/alarm/lifecycle/link-repair-order.ts'
import { processFaults, releaseFaults, reopenFaults, solveFaults } from '../../alarms/fault/lifecycle/repair-faults.ts'
import { convertFeedback, releaseFeedback } from '../user-feedback/user-feedback.verbs.ts'
import { throwPrecondition } from './order.rules.ts'
import { insertOrderFaults, openOrderOfAlarm, type OrderColumns } from './order.store.ts'

/** What an order was created from. */
interface Sources {
  readonly alarmId?: number
  readonly faultId?: number
  /** All faults of an order created from several. */
  readonly faultIds?: readonly number[]
  readonly feedbackId?: number
  readonly sourceOrderId?: number
}

type Linked = Pick<OrderColumns, 'id' | 'code'> & { readonly alarm_id: number | null; readonly fault_id: number | null } & {
  readonly feedback_id: number | null
}

/** The faults of an order, whether created from one or several. */
export const faultIdsOf = ({ faultId, faultIds = [] }: Sources): number[] => [
  ...new Set([...(faultId === undefined ? [] : [faultId]), ...faultIds]),
]

/** What an order was created from; without a source, by whom: a person, or a partner's program. */
export const originOf = (sources: Sources, { key }: Pick<Ctx['actor'], 'key'> = {}): EnumValue<'orderOrigin'> => {
  if (sources.alarmId !== undefined) return 'alarm'
  if (faultIdsOf(sources).length > 0) return 'fault'
  if (sources.feedbackId !== undefined) return 'feedback'
  return key ? 'api' : 'manual'
}

/**
 * Checks the sources of an order. An alarm has one open order at a time; a fault's own state graph ensures the same. The alarm stays locked
 * until the commit: of two operators who create an order from it at once, the second finds the first one's.
 * @throws invalidInput if the alarm or fault belongs to another project, precondition if the alarm has an open order
 */
export const assertSources = async (ctx: Ctx, { db }: Write, sources: Sources, projectId: number): Promise<void> => {
  const { alarmId, feedbackId, sourceOrderId } = sources
  const faultIds = faultIdsOf(sources)
  if (alarmId !== undefined) {
    const alarm = await db.selectFrom('alarm').select('project_id').where('id', '=', alarmId).forUpdate().executeTakeFirst()
    if (alarm?.project_id !== projectId) refuseField(ctx, 'alarmId', 'sameProject')
    if (await openOrderOfAlarm(db, projectId, alarmId)) throwPrecondition(ctx, 'alarmHasOrder')
  }
  if (faultIds.length > 0) {
    const faults = await db.selectFrom('fault').select('project_id').where('id', 'in', faultIds).execute()
    const own = faults.filter((fault) => fault.project_id === projectId)
    if (own.length < faultIds.length) refuseField(ctx, 'faultId', 'sameProject')
  }
  if (feedbackId !== undefined) {
    const feedback = await db.selectFrom('user_feedback').select('project_id').where('id', '=', feedbackId).executeTakeFirst()
    if (feedback?.project_id !== projectId) refuseField(ctx, 'feedbackId', 'sameProject')
  }
  if (sourceOrderId !== undefined) {
    const order = await db
      .selectFrom('work_order')
      .select('project_id')
      .where('id', '=', sourceOrderId)
      .where('kind', 'in', ['inspect', 'maintenance'])
      .executeTakeFirst()
    if (order?.project_id !== projectId) refuseField(ctx, 'sourceOrderId', 'sameProject')
  }
}

/** Links the alarm, faults and feedback to their new order. */
export const linkSources = async (ctx: Ctx, write: Write, order: Linked, faultIds: readonly number[]): Promise<void> => {
  const { id: orderId, code: orderCode, alarm_id: alarmId, feedback_id: feedbackId } = order
  if (alarmId !== null) await linkRepairOrder(write, { alarmId, orderId, orderCode })
  if (faultIds.length > 0) {
    await insertOrderFaults(write.db, orderId, faultIds)
    await processFaults(ctx, write, { faultIds, orderId })
  }
  if (feedbackId !== null) await convertFeedback(ctx, write, { feedbackId, orderId, orderCode })
}

/**
 * Not scoped: the sources belong to the order, which the caller may change. A closed order no longer opens its project to staff who see
 * only what they work on, so within their scope its sources would stay linked forever.
 */
const beyondScope = (write: Write): Write => ({ ...write, db: write.systemDb })

/** Releases the sources of an order that was cancelled or deleted. */
export const unlinkSources = async (ctx: Ctx, outer: Write, order: Linked): Promise<void> => {
  const write = beyondScope(outer)
  if (order.alarm_id !== null) await unlinkRepairOrder(write, { alarmId: order.alarm_id, orderId: order.id })
  await releaseFaults(ctx, write, order.id)
  if (order.feedback_id !== null) await releaseFeedback(write, { feedbackId: order.feedback_id, orderId: order.id })
}

const solving: ReadonlySet<EnumValue<'orderResult'> | EnumValue<'completeType'>> = new Set(['fixed', 'replaced', 'noFault'])

interface Completion {
  readonly completeType: EnumValue<'completeType'>
  readonly note: string
  /** When it was entered, if that was without a network. */
  readonly enteredEarlier: Date | undefined
  readonly devices: readonly { readonly device_id: number; readonly result: EnumValue<'orderResult'> | null }[]
}

/**
 * The work is completed: solves its faults, except those of devices whose result says otherwise, and those that were reported again after
 * the work: it has not helped.
 */
export const solveSources = async (ctx: Ctx, write: Write, order: Linked, completion: Completion): Promise<void> => {
  if (order.fault_id === null) return
  const results = new Map(completion.devices.map(({ device_id: device, result }) => [device, result]))
  await solveFaults(ctx, beyondScope(write), {
    orderId: order.id,
    note: completion.note,
    solves: ({ device_id: device, last_at: lastAt }) =>
      Date.parse(lastAt) <= (completion.enteredEarlier?.getTime() ?? Infinity) &&
      solving.has((device === null ? null : results.get(device)) ?? completion.completeType),
  })
}

/** The work was accepted: faults that it did not solve are pending again. */
export const releaseUnsolved = (ctx: Ctx, write: Write, order: Linked): Promise<void> =>
  releaseFaults(ctx, beyondScope(write), order.id)

/** The work was not accepted: faults that it had solved are in repair again. */
export const reopenSolved = (ctx: Ctx, write: Write, order: Linked): Promise<void> =>
  reopenFaults(ctx, beyondScope(write), order.id)
