import { alarmCode, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import { assertStaff } from '../../base/access/assert-staff.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { deleteRow, dependantLimit, lockRow, refuseInUse, type Dependant } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { emitProject } from './project.events.ts'

/** Some of each kind of what is in a project, and of what ever happened there. */
const dependantsOf = async (systemDb: Kysely<Tables>, id: number, timeZone: string): Promise<Dependant[]> => {
  const some = <T extends 'gateway' | 'device' | 'work_order'>(table: T) =>
    systemDb
      .selectFrom<'gateway' | 'device' | 'work_order'>(table)
      .select(['path', 'code as label'])
      .where('project_id', '=', id)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(dependantLimit)
      .execute()
  const [gateways, devices, orders, sites, alarms] = await Promise.all([
    some('gateway'),
    some('device'),
    some('work_order'),
    systemDb
      .selectFrom('sign_site')
      .select(['path', 'name as label'])
      .where('project_id', '=', id)
      .limit(dependantLimit)
      .execute(),
    systemDb
      .selectFrom('alarm')
      .select(['path', 'id', 'first_at'])
      .where('project_id', '=', id)
      .orderBy('first_at', 'desc')
      .limit(dependantLimit)
      .execute(),
  ])
  const named = alarms.map((alarm) => ({ path: alarm.path, label: alarmCode(alarm.id, alarm.first_at, timeZone) }))
  return [...gateways, ...devices, ...orders, ...sites, ...named]
}

/** Deletes a project in which there is nothing and nothing has happened; otherwise the error names what there is. */
export const deleteProject = (ctx: Ctx, input: InputOf<typeof endpoints.project.del>): Promise<null> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const project = await lockRow(write, 'project', input, 'delete')
    // Not scoped: rows of companies above count too, but are not named.
    const dependants = await dependantsOf(write.systemDb, project.id, project.time_zone)
    refuseInUse(dependants, (path) => isBelow(path, ctx.actor.companyPath))
    await deleteRow(write, 'project', project, { action: 'project.del' })
    emitProject(write, project, 'del')
    return null
  })
