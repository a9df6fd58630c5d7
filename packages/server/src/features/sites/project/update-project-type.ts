import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { typeColumns } from './create-project-type.ts'

/** Edits a type. Projects keep the defaults that they were given. */
export const updateProjectType = (ctx: Ctx, input: InputOf<typeof endpoints.projectType.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'project_type', input)
    const columns = typeColumns(ctx, input)
    const audit = { action: 'projectType.update', name: columns.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'project_type', type, columns, audit)
    return { id: type.id }
  })
