import { alarmCode, limits, type endpoints, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import { isOverdue, openStates } from '../alarm/alarm.filter.ts'
import { byLevel } from '../alarm/alarm.reads.ts'
import { alarmTimeZone } from '../alarm/alarm.rows.ts'
import type { Ctx } from '../../../platform/context.ts'

type Desk = typeof endpoints.alarmDesk

/** Exact, which is cheap because there are few open alarms. Tests are not counted. */
export const deskCounts = (ctx: Ctx): Promise<OutputOf<Desk['counts']>> =>
  ctx.db
    .selectFrom('alarm')
    .where('alarm.state', 'in', openStates)
    .select((e) => [
      e.fn.countAll<number>().as('live'),
      e.fn
        .countAll<number>()
        .filterWhere(
          sql<boolean>`alarm.project_id in (select project_id from desk_hold where account_id = ${ctx.actor.accountId})`,
        )
        .as('mine'),
      e.fn.countAll<number>().filterWhere('alarm.state', '=', 'unconfirmed').as('unconfirmed'),
      e.fn.countAll<number>().filterWhere(isOverdue(ctx.clock.now().toISOString())).as('breached'),
    ])
    .executeTakeFirstOrThrow()

/** All waiting alarms, and tests of people, in the order in which they should be handled. A console rebuilds its queue from this when it is reloaded during a storm. */
export const waitingAlarms = async (ctx: Ctx): Promise<OutputOf<Desk['waiting']>> => {
  const rows = await ctx.db
    .selectFrom('alarm')
    .innerJoin('alarm_type as type', 'type.id', 'alarm.type_id')
    .leftJoin(sql<{ id: number; name: string }>`project`.as('project'), (join) =>
      join.on(sql<boolean>`project.id = alarm.project_id`),
    )
    .leftJoin(sql<{ id: number }>`device`.as('device'), (join) => join.on(sql<boolean>`device.id = alarm.device_id`))
    .select([
      'alarm.id',
      'alarm.level',
      'type.name_zh as typeNameZh',
      'type.name_en as typeNameEn',
      'alarm.project_id as projectId',
    ])
    .select([
      'alarm.test',
      'alarm.first_at as firstAt',
      'alarm.acknowledge_due_at as acknowledgeDueAt',
      alarmTimeZone.as('timeZone'),
    ])
    .select([
      sql<string | null>`project.name`.as('projectName'),
      sql<string | null>`coalesce(device.code, alarm.device_code)`.as('deviceCode'),
      // Null for a device that has left: its present name is not for those who see the alarm.
      sql<
        string | null
      >`case when coalesce(device.project_id = alarm.project_id, device.path = alarm.path) then device.name end`.as('deviceName'),
      sql<
        string | null
      >`case when coalesce(device.project_id = alarm.project_id, device.path = alarm.path) then device.room_number end`.as(
        'roomNumber',
      ),
      sql<string>`coalesce(alarm.raised_at, alarm.first_at)`.as('raisedAt'),
    ])
    .where('alarm.state', '=', 'unconfirmed')
    .where((e) => e.or([e('alarm.test', '=', false), e('alarm.tried_by', 'is not', null)]))
    .orderBy('alarm.test')
    .orderBy(byLevel)
    .orderBy(sql`coalesce(alarm.raised_at, alarm.first_at)`)
    .orderBy('alarm.id')
    .limit(sql.lit(limits.waitingAlarms + 1))
    .execute()
  const list = rows.slice(0, limits.waitingAlarms).map(({ firstAt, timeZone, ...row }) => ({
    ...row,
    code: alarmCode(row.id, firstAt, timeZone),
  }))
  return { list, complete: rows.length <= limits.waitingAlarms }
}
