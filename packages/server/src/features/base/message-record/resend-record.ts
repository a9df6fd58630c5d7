import { DomainError, resendStates, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { announce } from '../../../platform/database/notifications.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import type { MessageRecordTable } from '../../../tables/records.tables.ts'
import { outboxChannel } from './queue-records.ts'

const closed: ReadonlySet<string> = new Set(['cleared', 'misreport'])
const endedStates: ReadonlySet<string> = new Set(resendStates)

/**
 * Sends the same message to the same person again, as a new record. It belongs to no rule run and to no task: neither continues because of
 * it.
 * @throws wrongState while it is under way or after it arrived; precondition if its alarm is closed, or its receiver is gone
 */
export const resendRecord = (ctx: Ctx, { id }: InputOf<typeof endpoints.messageRecord.resend>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    // One after the other, so that a double click does not send two messages unintentionally.
    const record = await write.db
      .selectFrom('message_record')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!record) throw new DomainError('notFound', {}, 'id')
    if (!endedStates.has(record.state))
      throw new DomainError('precondition', {
        reason: `${translate(ctx.locale, 'reasons.resendNotNow')} (${enumLabel(ctx.locale, 'recordState', record.state)})`,
      })
    if (record.alarm_id !== null) {
      // Locked against being closed meanwhile. Not scoped, because anyone who sees the record may send it.
      const alarm = await write.systemDb
        .selectFrom('alarm')
        .select('state')
        .where('id', '=', record.alarm_id)
        .modifyEnd(sql`for share`)
        .executeTakeFirst()
      if (!alarm || closed.has(alarm.state))
        throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.alarmClosedNoResend') })
    }
    if (record.account_id !== null && !(await isStillThere(write.systemDb, record)))
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.resendReceiverGone') })
    const { company_id, path, customer_id, project_id, alarm_id, fault_id, event, fire, channel, account_id } = record
    const { receiver, phone, email, language, title, content, template_id } = record
    const { id: next } = await write.systemDb
      .insertInto('message_record')
      .values({
        company_id,
        path,
        customer_id,
        project_id,
        alarm_id,
        fault_id,
        event,
        fire,
        channel,
        account_id,
        receiver,
        phone,
        email,
        language,
        title,
        content,
        template_id,
        resent_run_id: record.run_id ?? record.resent_run_id,
        cause: record.cause,
        params: JSON.stringify(record.params),
        priority: record.priority,
        created_at: write.at,
        state_at: write.at,
        due_at: write.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await announce(write.systemDb, outboxChannel)
    write.audit({
      action: 'messageRecord.resend',
      object: { kind: 'message_record', id, name: record.title },
      owner: { companyId: company_id, path },
      changes: { id: [id, next] },
    })
    const owner = { path, customerId: customer_id, projectId: project_id }
    write.emit({ kind: 'messageTask', change: 'resent', objectId: next, owner })
    return { id: next }
  })

/**
 * Whether an account may still be told what happens at a company: it is active, and belongs to the company, to one above or below, or to
 * one that has joined the project.
 */
const isStillThere = async (
  db: Kysely<Tables>,
  { account_id, project_id, path }: Pick<Selectable<MessageRecordTable>, 'account_id' | 'project_id' | 'path'>,
): Promise<boolean> => {
  const account = await db
    .selectFrom('account')
    .select(['path', 'company_id'])
    .where('id', '=', account_id)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account) return false
  if (isBelow(account.path, path) || isBelow(path, account.path)) return true
  const joined = db.selectFrom('project_join').select('id').where('project_id', '=', project_id).where('state', '=', 'agreed')
  return (await joined.where('joiner_id', '=', account.company_id).executeTakeFirst()) !== undefined
}
