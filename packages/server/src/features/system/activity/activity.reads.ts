import type { AuditObjectKind, CompanyKind, endpoints, InputOf, OrderKindName, OutputOf } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { accountDetail } from '../../people/account/account.reads.ts'
import { alarmDetail } from '../../alarms/alarm/alarm-detail.reads.ts'
import { faultDetail } from '../../alarms/fault/fault-detail.reads.ts'
import { gatewayDetail } from '../../equipment/gateway/gateway.reads.ts'
import { deviceDetail } from '../../equipment/device/device-detail.reads.ts'
import { companyDetail } from '../../people/company/company.reads.ts'
import { customerDetail } from '../../people/customer/customer.reads.ts'
import { modelDetail } from '../../equipment/device-model/device-model.reads.ts'
import { orderDetail } from '../../orders/order/order.reads.ts'
import { orderKinds } from '../../orders/order/order.rules.ts'
import { projectDetail } from '../../sites/project/project.reads.ts'
import { signSiteDetail } from '../../sites/sign-site/sign-site.reads.ts'
import { teamDetail } from '../../notify/duty/duty-team.reads.ts'
import { pageAuditLog, pageAuditLogWhere } from '../system-log/audit-log.reads.ts'
import { taskDetail } from '../../equipment/upgrade/upgrade-task.reads.ts'
import { feedbackInfo } from '../../orders/user-feedback/user-feedback.reads.ts'

type Activity = typeof endpoints.activity
type Input = InputOf<Activity['account']>

/**
 * What was done to an object, for users who may open its page; `open` rejects others. Only rows of the caller's branch, masked as in the
 * audit log.
 */
const activityOf =
  (objectKind: string, open: (ctx: Ctx, id: number) => Promise<unknown>) =>
  async (ctx: Ctx, { id, ...page }: Input): Promise<OutputOf<Activity['account']>> => {
    await open(ctx, id)
    return pageAuditLog(ctx, { ...page, objectKind, objectId: String(id) })
  }

export const accountActivity = activityOf('account', (ctx, id) => accountDetail(ctx, 'staff', { id }))
export const customerAccountActivity = activityOf('account', (ctx, id) => accountDetail(ctx, 'customer', { id }))
export const companyActivity = (kind: CompanyKind) => activityOf('company', (ctx, id) => companyDetail(ctx, kind, { id }))
/** For a customer, including what was done to its contacts and contracts, even deleted ones. */
export const customerActivity = async (ctx: Ctx, { id, ...page }: Input): Promise<OutputOf<Activity['account']>> => {
  await customerDetail(ctx, { id })
  const of = (kind: AuditObjectKind, ids: RawBuilder<unknown>) => sql<boolean>`(audit_log.object_kind = ${kind} and (
    audit_log.object_id in (${ids})
    or audit_log.changes #>> '{customerId,0}' = ${String(id)}))`
  const own = sql<boolean>`(audit_log.object_kind = 'customer' and audit_log.object_id = ${String(id)})`
  const contacts = of('customer_contact', sql`select id::text from customer_contact where customer_id = ${id}`)
  const contracts = of('customer_contract', sql`select id::text from customer_contract where customer_id = ${id}`)
  return pageAuditLogWhere(ctx, page, sql<boolean>`(${own} or ${contacts} or ${contracts})`)
}
export const gatewayActivity = activityOf('gateway', (ctx, id) => gatewayDetail(ctx, { id }))
export const deviceModelActivity = activityOf('device_model', (ctx, id) => modelDetail(ctx, { id }))
export const deviceActivity = activityOf('device', (ctx, id) => deviceDetail(ctx, { id }))
export const alarmActivity = activityOf('alarm', (ctx, id) => alarmDetail(ctx, { id }))
export const dutyTeamActivity = activityOf('duty_team', (ctx, id) => teamDetail(ctx, { id }))
export const faultActivity = activityOf('fault', (ctx, id) => faultDetail(ctx, { id }))
/** The same for one kind of order. */
export const orderActivity = (kind: OrderKindName) =>
  activityOf(orderKinds[kind].name, (ctx, id) => orderDetail(ctx, kind, { id }))
export const projectActivity = activityOf('project', (ctx, id) => projectDetail(ctx, { id }))
export const signSiteActivity = activityOf('sign_site', (ctx, id) => signSiteDetail(ctx, { id }))
export const upgradeTaskActivity = activityOf('upgrade_task', (ctx, id) => taskDetail(ctx, { id }))
export const userFeedbackActivity = activityOf('user_feedback', (ctx, id) => feedbackInfo(ctx, { id }))
