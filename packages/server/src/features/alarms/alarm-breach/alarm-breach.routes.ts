import { endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport } from '../../../platform/exports.ts'
import { bind } from '../../../platform/http/binding.ts'
import { pageBreaches, sumBreaches } from './alarm-breach.reads.ts'

const exportBreaches = (ctx: Ctx, input: InputOf<typeof endpoints.alarmBreach.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'alarmBreach', input)

export const alarmBreachRoutes = bind(endpoints.alarmBreach, {
  page: pageBreaches,
  summary: sumBreaches,
  export: exportBreaches,
})
