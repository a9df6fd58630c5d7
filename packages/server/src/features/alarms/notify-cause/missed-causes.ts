import { sql, type Kysely, type RawBuilder } from 'kysely'
import { giveUpOnLocks } from '../../../platform/database/locks.ts'
import { announce } from '../../../platform/database/notifications.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import { notifyChannel } from './cause.batch.ts'

type Db = Kysely<Tables>

/** Older ones have been noticed by somebody, or would now be notified too late. */
const youngest = sql`interval '6 hours'`
/** A test lasts a day at most, so a fault that became real may have been raised this long ago. */
const raisedWithin = sql`interval '2 days'`
const keptFor = sql`interval '3 days'`

/** Alarms and faults that people have to be notified of, as causes. Tests are left out. */
const unnotified = (at: Date, where: (row: 'a' | 'f') => RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select 'alarm' as kind, a.id as object_id, a.first_at, a.told_at as round_at, a.company_id, a.path, a.customer_id, a.project_id, a.device_id, a.type_id, a.level
    from alarm a where a.state = 'unconfirmed' and not a.test and a.told_at is not null and ${where('a')}
  union all
  select 'fault', f.id, f.first_at, f.first_at, f.company_id, f.path, f.customer_id, f.project_id, f.device_id, f.type_id, null
    from fault f where f.state = 'pending' and not f.test and f.snoozed_until is null
     and greatest(f.last_at, f.updated_at) > ${at}::timestamptz - ${youngest} and ${where('f')}`

const add = async (db: Db, missed: RawBuilder<unknown>, at: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into notification_cause (kind, object_id, first_at, round_at, company_id, path, customer_id, project_id, device_id, type_id, level, begins_at)
    select missed.*, ${at}::timestamptz from (${missed}) as missed`.execute(db)
  const count = Number(numAffectedRows)
  if (count > 0) await announce(db, notifyChannel)
  return count
}

/**
 * Alarms and faults that are open but have no cause yet: ingest had to leave that part out, or they were on test and are real by now. Each
 * gets one cause; a rule that it has already started is not started again.
 * @returns how many there were
 */
export const sweepMissed = (db: Db, at: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await giveUpOnLocks(tx, 1_000)
    // One process after the other; otherwise both would find the same.
    await sql`select pg_advisory_xact_lock(hashtext('notification.sweep'))`.execute(tx)
    await sql`delete from notification_seen where seen_at < ${at}::timestamptz - ${keptFor}`.execute(tx)
    const isKnown = (row: 'a' | 'f', kind: string, roundAt: string) =>
      sql.raw(
        ['notification_cause', 'notification_seen', 'notification_run_cause']
          .map(
            (t) =>
              `exists (select from ${t} k where k.kind = '${kind}' and k.object_id = ${row}.id and k.round_at >= ${roundAt})`,
          )
          .join(' or '),
      )
    const where = (row: 'a' | 'f'): RawBuilder<boolean> =>
      row === 'a'
        ? sql`a.told_at > ${at}::timestamptz - ${youngest} and not (${isKnown('a', 'alarm', 'a.told_at')})`
        : sql`f.first_at > ${at}::timestamptz - ${raisedWithin} and not (${isKnown('f', 'fault', 'f.first_at')})`
    return add(tx, unnotified(at, where), at)
  })

/** After a place has moved to another company, rules that newly apply there start for whatever is open. */
export const causesOfMoved = async (
  tx: Db,
  place: { readonly projectId: number } | { readonly path: string },
  at: Date,
): Promise<void> => {
  const where = (row: 'a' | 'f'): RawBuilder<boolean> =>
    'projectId' in place
      ? sql`${sql.ref(`${row}.project_id`)} = ${place.projectId}`
      : isInBranch(`${row}.path`, sql`${place.path}`)
  await add(tx, unnotified(at, where), at)
}
