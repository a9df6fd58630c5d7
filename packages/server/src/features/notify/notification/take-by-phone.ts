import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { narrowJoined, scoped } from '../../../platform/database/scope.ts'
import { transact } from '../../../platform/transact.ts'
import { callerOfAccount } from '../../base/access/authenticate.ts'
import { confirmAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'
import { recordTaken } from '../../alarms/alarm/lifecycle/journey.ts'
import { takeAndConfirm } from '../../alarms/alarm-desk/alarm-desk.verbs.ts'
import { cancelQueued } from '../../base/message-record/queue-records.ts'
import { openAlarmsOf, stopByPhone } from './run.store.ts'

interface Answer {
  readonly receiver: string
  readonly accountId: number | null
  readonly runId: number
}

/**
 * A person who was called pressed 1: they take over the site and confirm its alarm, as on the console, whoever has had the site so far. If
 * they have no account or may not confirm, they take it over all the same: journey and record name them, and the run ends.
 */
export const takeByPhone = async (ctx: Ctx, recordId: number): Promise<void> => {
  const record = await ctx.systemDb
    .selectFrom('message_record')
    .select(['receiver', 'account_id', 'run_id', 'resent_run_id'])
    .where('id', '=', recordId)
    .executeTakeFirst()
  const runId = record?.run_id ?? record?.resent_run_id
  // Otherwise the person who pressed 1 would hear that they have taken over.
  if (!record || !runId) throw new Error(`the call ${recordId} belongs to no rule`)
  const answer: Answer = { receiver: record.receiver, accountId: record.account_id, runId }
  const alarms = await openAlarmsOf(ctx.systemDb, answer.runId)
  if (answer.accountId !== null && alarms.length > 0 && (await takeAs(ctx, answer.accountId, alarms))) return
  await endRun(ctx, answer)
}

interface OpenAlarm {
  readonly id: number
  readonly raisedAt: string
  readonly projectId: number | null
  readonly holderId: number | null
  /** A person raised it as a test. */
  readonly tried: boolean
}

/** False if the account may not. Then the run is ended in the person's name. */
const takeAs = async (ctx: Ctx, accountId: number, alarms: readonly OpenAlarm[]): Promise<boolean> => {
  const caller = await callerOfAccount(ctx.systemDb, ctx.clock)(accountId)
  if (!caller) return false
  // As on the console: in joined projects, only with the right to handle alarms.
  const scope = narrowJoined(caller.scope, ({ rights }) => rights.includes('alarm'))
  const own: Ctx = { ...ctx, ...caller, scope, db: scoped(ctx.systemDb, scope) }
  let taken = false
  for (const [index, { id, raisedAt, holderId, tried }] of alarms.entries()) {
    try {
      // The site is taken once, then the alarms of the run. Not for a test: whoever answers it does not take care of a fire there.
      if (index === 0 && !tried) await takeAndConfirm(own, { id, raisedAt, ...(holderId === null ? {} : { from: holderId }) })
      else await confirmAlarm(own, { id, raisedAt })
      taken = true
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      // Somebody has confirmed or closed it meanwhile, which is just as good.
      if (error.reason === 'wrongState') taken = true
    }
  }
  return taken
}

const endRun = async (ctx: Ctx, { receiver, accountId, runId }: Answer): Promise<void> => {
  await transact(ctx, async (write) => {
    const run = await stopByPhone(write.systemDb, runId, receiver, write.at)
    const { company_id: companyId, path, rule_name: name } = run
    if (run.wasRunning) await cancelQueued(write.systemDb, [runId], write.at)
    const alarms = await openAlarmsOf(write.systemDb, runId)
    // Staff of a company above are hidden from others who see the alarm, as in the other steps of its journey.
    const rule = await write.systemDb.selectFrom('notify_rule').select('path').where('id', '=', run.rule_id).executeTakeFirst()
    await recordTaken(
      write.systemDb,
      alarms.map(({ id }) => id),
      accountId !== null && rule?.path !== path ? '' : receiver,
      write.at,
    )
    write.audit({
      action: 'notificationRun.phoneTake',
      object: { kind: 'notification_run', id: runId, name },
      owner: { companyId, path },
      changes: { receiver: [null, receiver] },
    })
    const owner = { path, customerId: run.customer_id, deviceId: run.device_id, projectId: run.project_id }
    write.emit({ kind: 'notification', change: 'advanced', objectId: runId, owner, data: { alarmId: run.alarm_id } })
  })
}
