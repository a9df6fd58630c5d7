import type { Kysely } from 'kysely'
import type { Ctx } from '../../../../platform/context.ts'
import { isLockTimeout } from '../../../../platform/database/locks.ts'
import { pickRows } from '../../../../platform/list.ts'
import { oneByOne } from '../../../../platform/one-by-one.ts'
import { NothingToDo, transactBriefly } from '../../../../platform/transact.ts'
import type { Tables } from '../../../../tables/index.ts'
import { addCauses } from '../../notify-cause/cause.batch.ts'
import { readAlarms } from '../alarm.rows.ts'
import { emitAlarmEvent, eventOwner } from './alarm-event.ts'
import { breachCause, dropAnswered, overdueAlarms, overdueCompanies, recordBreaches, type DueAlarms } from './breach.store.ts'
import { insertSteps } from './journey.ts'

/** Alarms per transaction, so that none is long however many are overdue after downtime, and no new signal waits for it. */
const atOnce = 25

/** If alarms of a company cannot be recorded, how many are tried one by one. */
const mostByThemselves = 1_000

/**
 * Records all response clocks exceeded by now, each with the time at which it was due, and tells the consoles. Returns how many. Companies
 * are handled in turn: a lock in one does not delay another and is left for the next time. An alarm that cannot be recorded does not delay
 * others; its error is thrown at the end. Runs as the system.
 */
export const recordDueBreaches = async (ctx: Ctx, stopping?: AbortSignal): Promise<number> => {
  let recorded = 0
  // Nearly always nothing is due, and a look is cheaper than a transaction.
  if (!(await isAnyDue(ctx.systemDb, '<=', ctx.clock.now()))) return recorded
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
  const recorded = transactBriefly(ctx, async (write) => {
    const breaches = await recordBreaches(write.systemDb, write.at, which)
    if (breaches.length === 0) throw new NothingToDo()
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
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    const ownersById = new Map(owners.map((owner) => [owner.id, owner]))
    const causes = breaches.map(({ id, first_at: firstAt, clock, due_at: dueAt }) => {
      const [row, owner] = [rowsById.get(id), ownersById.get(id)]
      if (!row || !owner) throw new Error(`alarm ${id} no longer exists`)
      emitAlarmEvent(write, 'breached', eventOwner(owner), row)
      write.audit({
        action: 'alarm.breach',
        object: { kind: 'alarm', id, name: row.code },
        owner: { companyId: owner.company_id, path: owner.path },
        changes: { [clock === 'acknowledge' ? 'acknowledgeDueAt' : 'closeDueAt']: [null, dueAt] },
      })
      return breachCause(owner, { id, firstAt, clock, roundAt: dueAt })
    })
    await insertSteps(
      write.systemDb,
      breaches.map(({ id, clock, due_at: at }) => ({ alarmId: id, at, step: 'breached', detail: { clock } })),
    )
    await addCauses(write.systemDb, causes)
    return breaches.length
  })
  return recorded.then(
    (count = 0) => count,
    (error: unknown) => {
      // The audit chain is locked.
      if (isLockTimeout(error)) return 0
      throw error
    },
  )
}

/**
 * Whether a response clock was exceeded before a moment, and nobody has recorded it: the job that does (`recordDueBreaches`) does not run,
 * or cannot.
 */
export const hasUnwatchedClocks = (db: Kysely<Tables>, since: Date): Promise<boolean> => isAnyDue(db, '<', since)

const isAnyDue = async (db: Kysely<Tables>, is: '<' | '<=', at: Date): Promise<boolean> => {
  const due = db.selectFrom('alarm').select('id').where('breach_due_at', is, at.toISOString())
  // In order, or the planner might read the whole table for the first.
  return (await due.orderBy('breach_due_at').limit(1).execute()).length > 0
}
