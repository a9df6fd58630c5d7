import { endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport } from '../../../platform/exports.ts'
import { bind } from '../../../platform/http/binding.ts'
import { pageBreaches, sumBreaches, alarmBreachExport } from './alarm-breach.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const exportBreaches = (ctx: Ctx, input: InputOf<typeof endpoints.alarmBreach.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'alarmBreach', input)

const alarmBreachRoutes = bind(endpoints.alarmBreach, {
  page: pageBreaches,
  summary: sumBreaches,
  export: exportBreaches,
})

export const alarmBreachFeature: Feature = {
  name: 'alarm-breach',
  routes: () => alarmBreachRoutes,
  exports: { alarmBreach: alarmBreachExport },
}
