import type { EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { refuseField } from '../../platform/refuse-field.ts'
import type { Write } from '../../platform/transact.ts'
import { linkRepairOrder, unlinkRepairOrder } from '../alarm/link-repair-order.ts'
import { processFault } from '../fault/process-fault.ts'
import { releaseFaults } from '../fault/release-faults.ts'
import { solveFaults } from '../fault/solve-faults.ts'
import { convertFeedback, releaseFeedback } from '../user-feedback/convert-feedback.ts'
import { throwPrecondition } from './order.rules.ts'
import { openOrderOfAlarm, type OrderColumns } from './order.store.ts'

/** What an order was created from. */
interface Sources {
  readonly alarmId?: number
  readonly faultId?: number
  readonly feedbackId?: number
  readonly sourceOrderId?: number
}

type Linked = Pick<OrderColumns, 'id' | 'code'> & { readonly alarm_id: number | null; readonly fault_id: number | null } & {
  readonly feedback_id: number | null
}

export const originOf = ({ alarmId, faultId, feedbackId }: Sources): EnumValue<'orderOrigin'> => {
  if (alarmId !== undefined) return 'alarm'
  if (faultId !== undefined) return 'fault'
  return feedbackId === undefined ? 'manual' : 'feedback'
}

/**
 * An alarm is handled by one order at a time; a fault's state graph ensures that by itself. The alarm stays locked until the
 * commit, so that of two operators who create an order from it at the same time, the second finds the first one's.
 * @throws invalidInput if the alarm or fault belongs to another project, precondition if the alarm has an open order
 */
export const assertSources = async (ctx: Ctx, { db }: Write, sources: Sources, projectId: number): Promise<void> => {
  const { alarmId, faultId, feedbackId, sourceOrderId } = sources
  if (alarmId !== undefined) {
    const alarm = await db.selectFrom('alarm').select('project_id').where('id', '=', alarmId).forUpdate().executeTakeFirst()
    if (alarm?.project_id !== projectId) refuseField(ctx, 'alarmId', 'sameProject')
    if (await openOrderOfAlarm(db, projectId, alarmId)) throwPrecondition(ctx, 'alarmHasOrder')
  }
  if (faultId !== undefined) {
    const fault = await db.selectFrom('fault').select('project_id').where('id', '=', faultId).executeTakeFirst()
    if (fault?.project_id !== projectId) refuseField(ctx, 'faultId', 'sameProject')
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

/** Links the alarm, the fault and the feedback to their new order. */
export const linkSources = async (ctx: Ctx, write: Write, order: Linked): Promise<void> => {
  const { id: orderId, code: orderCode, alarm_id: alarmId, fault_id: faultId, feedback_id: feedbackId } = order
  if (alarmId !== null) await linkRepairOrder(ctx, write, { alarmId, orderId, orderCode })
  if (faultId !== null) await processFault(ctx, write, { faultId, orderId })
  if (feedbackId !== null) await convertFeedback(ctx, write, { feedbackId, orderId, orderCode })
}

/** The order was deleted: releases them. */
export const unlinkSources = async (ctx: Ctx, write: Write, order: Linked): Promise<void> => {
  if (order.alarm_id !== null) await unlinkRepairOrder(ctx, write, { alarmId: order.alarm_id, orderId: order.id })
  await releaseFaults(ctx, write, order.id)
  if (order.feedback_id !== null) await releaseFeedback(write, { feedbackId: order.feedback_id, orderId: order.id })
}

const solving: ReadonlySet<EnumValue<'orderResult'> | EnumValue<'completeType'>> = new Set(['fixed', 'replaced', 'noFault'])

interface Completion {
  readonly completeType: EnumValue<'completeType'>
  readonly note: string
  readonly devices: readonly { readonly device_id: number; readonly result: EnumValue<'orderResult'> | null }[]
}

/** The work is done: solves its fault, unless the result for its device says otherwise. */
export const solveSources = async (ctx: Ctx, write: Write, order: Linked, completion: Completion): Promise<void> => {
  if (order.fault_id === null) return
  const fault = await write.db.selectFrom('fault').select('device_id').where('id', '=', order.fault_id).executeTakeFirst()
  const own = completion.devices.find((device) => device.device_id === fault?.device_id)
  if (solving.has(own?.result ?? completion.completeType))
    await solveFaults(ctx, write, { orderId: order.id, note: completion.note })
}

/** The work was accepted: a fault that it did not solve is pending again. */
export const releaseUnsolved = async (ctx: Ctx, write: Write, order: Linked): Promise<void> => releaseFaults(ctx, write, order.id)
