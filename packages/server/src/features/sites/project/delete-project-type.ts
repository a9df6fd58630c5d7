import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { actorCompany, deleteRow, dependantLimit, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Deletes a type that no project has, not even a deleted one, whose history names it. */
export const deleteProjectType = (ctx: Ctx, input: InputOf<typeof endpoints.projectType.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'project_type', input, 'delete')
    // Not scoped: projects of other companies count too.
    const projects = await write.systemDb
      .selectFrom('project')
      .select(['name as label', 'path'])
      .where('type_id', '=', type.id)
      .orderBy('id')
      .limit(dependantLimit)
      .execute()
    refuseInUse(projects, (path) => isBelow(path, ctx.actor.companyPath))
    await deleteRow(write, 'project_type', type, {
      action: 'projectType.del',
      name: type.name_zh,
      owner: actorCompany(ctx),
      changes: { name: [type.name_zh, null] },
    })
    return null
  })
