import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { actorCompany, insertRow } from '../../platform/rows/rows.ts'
import { transact } from '../../platform/transact.ts'

type Input = InputOf<typeof endpoints.projectType.create>

/** The columns that a form sets about a type. */
export const typeColumns = (input: Omit<Input, 'code'>) => ({
  name_zh: input.nameZh,
  name_en: input.nameEn,
  maintenance_years: input.maintenanceYears ?? null,
  inspection_cycle_days: input.inspectionCycleDays ?? null,
  maintenance_cycle_days: input.maintenanceCycleDays ?? null,
})

/** Adds a type of projects. */
export const createProjectType = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => ({
    id: await insertRow(
      write,
      'project_type',
      { code: input.code, ...typeColumns(input) },
      { action: 'projectType.create', unique: ['code', input.code], name: input.nameZh, owner: actorCompany(ctx) },
    ),
  }))
