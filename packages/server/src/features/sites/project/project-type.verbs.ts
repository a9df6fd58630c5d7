import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
import {
  actorCompany,
  insertRow,
  lockRow,
  updateRow,
  deleteRow,
  dependantLimit,
  refuseInUse,
} from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

type Input = InputOf<typeof endpoints.projectType.create>

/** The columns that a form sets about a type. */
const typeColumns = (ctx: Ctx, input: Omit<Input, 'code'>) => ({
  ...namesOf(ctx, input),
  maintenance_years: input.maintenanceYears ?? null,
  inspection_cycle_days: input.inspectionCycleDays ?? null,
  maintenance_cycle_days: input.maintenanceCycleDays ?? null,
})

/** Adds a type of projects. */
export const createProjectType = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const columns = typeColumns(ctx, input)
    const audit = { action: 'projectType.create', name: columns.name_zh, owner: actorCompany(ctx) } as const
    return {
      id: await insertRow(write, 'project_type', { code: input.code, ...columns }, { ...audit, unique: ['code', input.code] }),
    }
  })

/** Edits a type. Projects keep the defaults that they were given. */
export const updateProjectType = (ctx: Ctx, input: InputOf<typeof endpoints.projectType.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'project_type', input)
    const columns = typeColumns(ctx, input)
    const audit = { action: 'projectType.update', name: columns.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'project_type', type, columns, audit)
    return { id: type.id }
  })

/** Enables or disables a type. A disabled one is not available for new projects. */
export const setProjectTypeEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.projectType.setEnabled>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'project_type', { id })
    const audit = { action: 'projectType.forbidden', name: type.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'project_type', type, { enabled }, { ...audit, changes: { enabled: [type.enabled, enabled] } })
    return null
  })

/** Deletes a type that no project has, not even a deleted one, whose history names it. */
export const removeProjectType = (ctx: Ctx, input: InputOf<typeof endpoints.projectType.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'project_type', input, 'delete')
    await refuseInUse(write, (db) =>
      db
        .selectFrom('project')
        .select('name as label')
        .where('type_id', '=', type.id)
        .orderBy('id')
        .limit(dependantLimit)
        .execute(),
    )
    await deleteRow(write, 'project_type', type, {
      action: 'projectType.del',
      name: type.name_zh,
      owner: actorCompany(ctx),
      changes: { name: [type.name_zh, null] },
    })
    return null
  })
