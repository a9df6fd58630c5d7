import { endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport } from '../../../platform/exports.ts'
import { bind } from '../../../platform/http/binding.ts'
import { pageDataUsers, sumDataUsers, dataUserExport } from './data-user.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const exportDataUsers = (ctx: Ctx, input: InputOf<typeof endpoints.dataUser.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'dataUser', input)

const dataUserRoutes = bind(endpoints.dataUser, { page: pageDataUsers, summary: sumDataUsers, export: exportDataUsers })

export const dataUserFeature: Feature = {
  name: 'data-user',
  routes: () => dataUserRoutes,
  exports: { dataUser: dataUserExport },
}
