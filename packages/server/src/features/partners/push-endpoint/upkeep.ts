import { dayIn, pages, pushLimits } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { removeEndpointRow } from './push-endpoint.verbs.ts'
import { disableFailing, notifyOwner } from './push-endpoint-control.verbs.ts'

const atOnce = 500
const rowsAtOnce = 5_000
const dayMs = 86_400_000
/** Time between the notice and the deletion, also when the notice was late. */
const noticeMs = pushLimits.unusedMs - pushLimits.warnMs
/** What waits this long over MQTT without a receiver makes its endpoint fail. */
const lateMs = 120_000

const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms)

/** Nobody pushes to it and nothing was pushed to it since `used_at`. */
const isUnused = sql<boolean>`push_endpoint.deleted_at is null and not exists (
  select from project_push where project_push.endpoint_id = push_endpoint.id and project_push.state = 'active')`

/** When an unused endpoint is deleted: after a week, and never without notice. */
export const deletesOn = ({ used_at, warned_at }: { readonly used_at: string; readonly warned_at: string | null }): Date =>
  new Date(Math.max(Date.parse(used_at) + pushLimits.unusedMs, warned_at === null ? 0 : Date.parse(warned_at) + noticeMs))

interface Unused {
  readonly id: number
  readonly time_zone: string
}

/** Tells companies of endpoints that will be deleted because they are unused. */
const warnUnused = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now()
  const { rows } = await sql<Unused>`
    select push_endpoint.id, company.time_zone from push_endpoint join company on company.id = push_endpoint.company_id
     where ${isUnused} and warned_at is null and used_at <= ${before(now, pushLimits.warnMs)} order by push_endpoint.id limit ${atOnce}`.execute(
    ctx.systemDb,
  )
  await oneByOne(rows, ({ id, time_zone: zone }) =>
    transact(ctx, async (write) => {
      const endpoint = await lockRow(write, 'push_endpoint', { id })
      const date = dayIn(deletesOn({ used_at: endpoint.used_at, warned_at: now.toISOString() }), zone)
      await write.systemDb.updateTable('push_endpoint').set({ warned_at: now }).where('id', '=', id).execute()
      auditRow(write, 'push_endpoint', endpoint, { action: 'pushEndpoint.warn', changes: { deletesOn: [null, date] } })
      await notifyOwner(write, endpoint, 'pushUnused', { date })
    }),
  )
}

/** Deletes endpoints that were unused for a week (specification, section 5), as the system. */
const deleteUnused = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now()
  const due = sql<boolean>`${isUnused} and used_at <= ${before(now, pushLimits.unusedMs)} and warned_at <= ${before(now, noticeMs)}`
  const { rows } = await sql<{ id: number }>`select id from push_endpoint where ${due} order by id limit ${atOnce}`.execute(
    ctx.systemDb,
  )
  await oneByOne(rows, ({ id }) =>
    transact(ctx, async (write) => {
      const endpoint = await lockRow(write, 'push_endpoint', { id }, 'delete')
      // Looked at again under the lock: somebody may have begun to use it.
      const { rows: still } = await sql`select from push_endpoint where id = ${id} and ${due}`.execute(write.systemDb)
      if (still.length === 0) {
        auditRow(write, 'push_endpoint', endpoint, { action: 'pushEndpoint.warn' })
        return
      }
      await removeEndpointRow(write, endpoint)
      await notifyOwner(write, endpoint, 'pushDeleted', {}, pages.pushEndpointList)
    }),
  )
}

/** Disables endpoints that have only failed for days. */
const disableAll = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now()
  await sql`
    update push_endpoint set failing_since = ${now}, push_error = 'notConnected', last_failure_at = ${now}
     where push_way = 'mqtt' and state = 'active' and deleted_at is null and failing_since is null and exists (
       select from push_delivery w where w.endpoint_id = push_endpoint.id and w.state = 'waiting' and w.due_at < ${before(now, lateMs)})`.execute(
    ctx.systemDb,
  )
  const { rows } = await sql<{ id: number; since: string }>`
    select id, failing_since as since from push_endpoint
     where state = 'active' and deleted_at is null and failing_since <= ${before(now, pushLimits.disableAfterMs)} order by id limit ${atOnce}`.execute(
    ctx.systemDb,
  )
  await oneByOne(rows, ({ id, since }) => disableFailing(ctx, id, since))
}

/** Deletes what is older than the log is kept, and what is more than it holds: the oldest that are done, then the oldest that wait. */
const trimLog = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now()
  const db = ctx.systemDb
  await sql`
    delete from push_delivery where id in (
      select id from push_delivery where occurred_at < ${before(now, pushLimits.keptMs)} and state in ('delivered', 'dead', 'cancelled')
       limit ${rowsAtOnce})`.execute(db)
  await sql`delete from push_tally where hour < ${before(now, 2 * dayMs)}`.execute(db)
  const { rows } = await sql<{ endpoint_id: number; kept: number; waiting: number }>`
    select endpoint_id, count(*)::int as kept, count(*) filter (where state = 'waiting')::int as waiting
      from push_delivery group by endpoint_id having count(*) > ${pushLimits.waitingRows}`.execute(db)
  for (const { endpoint_id: id, kept, waiting } of rows) {
    if (waiting > pushLimits.waitingRows)
      await sql`
        update push_delivery set state = 'dead', push_error = 'overflow', finished_at = ${now}, state_at = ${now} where id in (
          select id from push_delivery where endpoint_id = ${id} and state = 'waiting' order by due_at, id
           limit ${waiting - pushLimits.waitingRows})`.execute(db)
    if (kept > pushLimits.keptRows)
      await sql`
        delete from push_delivery where id in (
          select id from push_delivery where endpoint_id = ${id} and state in ('delivered', 'dead', 'cancelled') order by occurred_at, id
           limit ${Math.min(kept - pushLimits.keptRows, 10 * rowsAtOnce)})`.execute(db)
  }
}

/** What is due about endpoints, every few minutes. A failure of one part keeps no other from being done. */
export const keepUp = (ctx: Ctx): Promise<void> => oneByOne([warnUnused, deleteUnused, disableAll, trimLog], (part) => part(ctx))
