import { endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport } from '../../../platform/exports.ts'
import { bind } from '../../../platform/http/binding.ts'
import { pageDataProjects, sumDataProjects } from './data-project.reads.ts'

const exportDataProjects = (ctx: Ctx, input: InputOf<typeof endpoints.dataProject.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'dataProject', input)

export const dataProjectRoutes = bind(endpoints.dataProject, {
  page: pageDataProjects,
  summary: sumDataProjects,
  export: exportDataProjects,
})
