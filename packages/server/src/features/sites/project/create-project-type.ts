import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

type Input = InputOf<typeof endpoints.projectType.create>

/** The columns that a form sets about a type. */
export const typeColumns = (ctx: Ctx, input: Omit<Input, 'code'>) => ({
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
