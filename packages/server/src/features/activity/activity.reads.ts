import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { accountDetail } from '../account/account.reads.ts'
import { alarmDetail } from '../alarm/alarm.reads.ts'
import { customerDetail } from '../customer/customer.reads.ts'
import { orderDetail } from '../order/order.reads.ts'
import { pageAuditLog } from '../system-log/audit-log.reads.ts'

type Activity = typeof endpoints.activity
type Input = InputOf<Activity['account']>

/**
 * What was done to an object, for users who may open its page; `open` rejects others. Only rows of the caller's branch, masked as
 * in the audit log.
 */
const activityOf =
  (objectKind: string, open: (ctx: Ctx, id: number) => Promise<unknown>) =>
  async (ctx: Ctx, { id, ...page }: Input): Promise<OutputOf<Activity['account']>> => {
    await open(ctx, id)
    return pageAuditLog(ctx, { ...page, objectKind, objectId: String(id) })
  }

export const accountActivity = activityOf('account', (ctx, id) => accountDetail(ctx, 'staff', { id }))
export const customerAccountActivity = activityOf('account', (ctx, id) => accountDetail(ctx, 'customer', { id }))
export const customerActivity = activityOf('customer', (ctx, id) => customerDetail(ctx, { id }))
export const alarmActivity = activityOf('alarm', (ctx, id) => alarmDetail(ctx, { id }))
export const repairOrderActivity = activityOf('repairOrder', (ctx, id) => orderDetail(ctx, 'repair', { id }))
