import { endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport } from '../../../platform/exports.ts'
import { bind } from '../../../platform/http/binding.ts'
import { pageDataProjects, sumDataProjects, dataProjectExport } from './data-project.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const exportDataProjects = (ctx: Ctx, input: InputOf<typeof endpoints.dataProject.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'dataProject', input)

const dataProjectRoutes = bind(endpoints.dataProject, {
  page: pageDataProjects,
  summary: sumDataProjects,
  export: exportDataProjects,
})

export const dataProjectFeature: Feature = {
  name: 'data-project',
  routes: () => dataProjectRoutes,
  exports: { dataProject: dataProjectExport },
}
