import { endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport } from '../../../platform/exports.ts'
import { bind } from '../../../platform/http/binding.ts'
import { pageDataUsers, sumDataUsers } from './data-user.reads.ts'

const exportDataUsers = (ctx: Ctx, input: InputOf<typeof endpoints.dataUser.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'dataUser', input)

export const dataUserRoutes = bind(endpoints.dataUser, { page: pageDataUsers, summary: sumDataUsers, export: exportDataUsers })
