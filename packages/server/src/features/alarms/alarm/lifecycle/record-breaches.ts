import { alarmCode, type AlarmEventData } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { giveUpOnLocks, isLockTimeout } from '../../../platform/database/locks.ts'
import { pickRows } from '../../../platform/list.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { transact } from '../../../platform/transact.ts'
import { readAlarms } from './alarm.rows.ts'
import { addCauses } from '../notify-cause/cause.batch.ts'
import { breachCause } from './breach-cause.ts'
import { dropAnswered, overdueAlarms, overdueCompanies, recordBreaches, type DueAlarms } from './breach.store.ts'

/** Alarms per transaction, so that none is long however many are overdue after downtime, and no new signal waits for it. */
const atOnce = 25

/** If alarms of a company cannot be recorded, how many are tried one by one. */
const mostByThemselves = 1_000

/** While it waits for a company's audit chain, this holds locks on alarms that people want to confirm. So the wait is short. */
const lockMs = 300

const nothingDue = Symbol('nothing due')

/**
 * Records all response clocks exceeded by now, each with the time at which it was due, and tells the consoles. Returns how many. Companies
 * are handled in turn: a lock in one does not delay another and is left for the next time. An alarm that cannot be recorded does not delay
 * others; its error is thrown at the end. Runs as the system.
 */
export const recordDueBreaches = async (ctx: Ctx, stopping?: AbortSignal): Promise<number> => {
  let recorded = 0
  // Nearly always nothing is due, and a look is cheaper than a transaction.
  // Ordered, or the planner might read the whole table for the first row.
  const due = ctx.systemDb.selectFrom('alarm').select('id').where('breach_due_at', '<=', ctx.clock.now().toISOString())
  if ((await due.orderBy('breach_due_at').limit(1).execute()).length === 0) return recorded
  await dropAnswered(ctx.systemDb, ctx.clock.now())
  const record = async (which: DueAlarms): Promise<number> => {
    const count = await recordSome(ctx, which)
    recorded += count
    return count
  }
  await oneByOne(await overdueCompanies(ctx.systemDb, ctx.clock.now()), async (companyId) => {
    try {
      while (!stopping?.aborted && (await record({ companyId, limit: atOnce })) > 0);
    } catch {
      await oneByOne(await overdueAlarms(ctx.systemDb, ctx.clock.now(), { companyId, limit: mostByThemselves }), (id) =>
        record({ companyId, limit: 1, id }),
      )
    }
  })
  return recorded
}

const recordSome = async (ctx: Ctx, which: DueAlarms): Promise<number> => {
  try {
    return await transact(ctx, async (write) => {
      await giveUpOnLocks(write.systemDb, lockMs)
      const breaches = await recordBreaches(write.systemDb, write.at, which)
      if (breaches.length === 0) throw nothingDue
      const places = breaches.map(({ id, first_at: at }) => ({ id, at }))
      const picked = pickRows(places, 'alarm.id', 'alarm.first_at')
      const [rows, owners] = await Promise.all([
        readAlarms(write.systemDb, picked),
        write.systemDb
          .selectFrom('alarm')
          .select(['id', 'company_id', 'path', 'customer_id', 'device_id', 'project_id', 'type_id', 'level'])
          .where(picked)
          .execute(),
      ])
      const [rowsById, ownersById] = [
        new Map(rows.map((row) => [row.id, row])),
        new Map(owners.map((owner) => [owner.id, owner])),
      ]
      for (const { id, first_at: firstAt, clock, due_at: dueAt } of breaches) {
        const [row, owner] = [rowsById.get(id), ownersById.get(id)]
        if (!row || !owner) throw new Error(`alarm ${id} no longer exists`)
        const {
          code,
          level,
          typeId,
          typeNameZh,
          typeNameEn,
          projectName,
          deviceCode,
          deviceName,
          roomNumber,
          state,
          test,
          tried,
        } = row
        const names = { projectId: row.projectId, projectName, deviceCode, deviceName, roomNumber }
        const data: AlarmEventData = {
          code,
          level,
          typeId,
          typeNameZh,
          typeNameEn,
          ...names,
          firstAt: row.firstAt,
          state,
          test,
          tried,
        }
        const { path, company_id: companyId, customer_id: customerId, device_id: deviceId, project_id: projectId } = owner
        write.emit({
          kind: 'alarm',
          change: 'breached',
          objectId: id,
          owner: { path, customerId, deviceId, projectId },
          data: { ...data },
        })
        write.audit({
          action: 'alarm.breach',
          object: { kind: 'alarm', id, name: alarmCode(id, firstAt, row.timeZone) },
          owner: { companyId, path },
          changes: { [clock === 'acknowledge' ? 'acknowledgeDueAt' : 'closeDueAt']: [null, dueAt] },
        })
      }
      await write.systemDb
        .insertInto('alarm_journey')
        .values(
          breaches.map(({ id, clock, due_at: at }) => ({
            alarm_id: id,
            at,
            step: 'breached' as const,
            detail: JSON.stringify({ clock }),
          })),
        )
        .execute()
      await addCauses(
        write.systemDb,
        breaches.flatMap(({ id, first_at: firstAt, clock, due_at: roundAt }) => {
          const owner = ownersById.get(id)
          return owner ? [breachCause(owner, { id, firstAt, clock, roundAt })] : []
        }),
      )
      return breaches.length
    })
  } catch (error) {
    // Another process was faster, or the audit chain is locked.
    if (error === nothingDue || isLockTimeout(error)) return 0
    throw error
  }
}
