import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { joining, transact } from '../../../platform/transact.ts'
import { createOrder } from '../../orders/order/order.verbs.ts'
import { createFeedback } from '../../orders/user-feedback/user-feedback.verbs.ts'

type Call = typeof endpoints.openApi.createRepair

/** A repair order for devices that a partner names by their codes. @throws DomainError deviceMissing for codes that the key does not see */
export const createRepairWithKey = (ctx: Ctx, { deviceCodes, ...input }: InputOf<Call>): Promise<OutputOf<Call>> =>
  transact(ctx, async (write) => {
    const asked = [...new Set(deviceCodes.map((code) => code.toLowerCase()))]
    const devices = await write.db
      .selectFrom('device')
      .select('id')
      .where(sql<boolean>`lower(device.code) = any(${asked}::text[])`)
      .where('deleted_at', 'is', null)
      .execute()
    if (devices.length < asked.length) throw new DomainError('deviceMissing', {}, 'deviceCodes')
    const { id } = await createOrder(joining(ctx, write), 'repair', { ...input, deviceIds: devices.map((device) => device.id) })
    return write.db.selectFrom('work_order').select(['id', 'code', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
  })

/** Feedback that a partner passes on. */
export const sendFeedbackWithKey = (ctx: Ctx, input: InputOf<typeof endpoints.openApi.createFeedback>): Promise<{ id: number }> =>
  createFeedback(ctx, input)
