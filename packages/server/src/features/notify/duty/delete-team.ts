import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { deleteRow, dependantLimit, lockRow, refuseInUse, type Dependant } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { announceTeam } from './announce-gaps.ts'

/** Deletes a duty team that no notification rule uses. Its notes and past changes stay. */
export const deleteTeam = (ctx: Ctx, { id }: InputOf<typeof endpoints.dutyTeam.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const team = await lockRow(write, 'duty_team', { id }, 'delete')
    const step = JSON.stringify([{ receivers: [{ teamId: id }] }])
    // Not scoped: rules of companies above count too.
    const { rows } = await sql<Dependant>`
      select name as label, path from notify_rule
       where deleted_at is null and steps @> ${step}::jsonb
       order by name limit ${dependantLimit}`.execute(write.systemDb)
    refuseInUse(rows, (path) => isBelow(path, ctx.actor.companyPath))
    await deleteRow(write, 'duty_team', team, { action: 'dutyTeam.del' })
    await announceTeam(write, id, 'deleted')
    return null
  })
