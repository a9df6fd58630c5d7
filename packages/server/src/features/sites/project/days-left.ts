import { expiringDays } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Calendar days, in the project's time zone, until the day in `column`; negative once it has passed. `project` must be part of the query. */
export const daysLeft = (ctx: Ctx, column: string): RawBuilder<number | null> =>
  sql`${sql.ref(column)} - (${ctx.clock.now()}::timestamptz at time zone project.time_zone)::date`

/** Whether the day in `column` has passed or is near. For queries without `project`; `projectId` names the column with its id. */
export const isExpiring = (ctx: Ctx, column: string, projectId: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} <= (select (${ctx.clock.now()}::timestamptz at time zone project.time_zone)::date
    from project where project.id = ${sql.ref(projectId)}) + ${sql.lit(expiringDays)}`
