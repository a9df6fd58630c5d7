import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createModel } from './create-model.ts'
import { createSeries } from './create-series.ts'
import { deleteModel } from './delete-model.ts'
import { deleteSeries } from './delete-series.ts'
import { modelDetail, pageModels, selectModels } from './device-model.reads.ts'
import { pageSeries, selectSeries } from './device-series.reads.ts'
import { setModelEnabled } from './set-model-enabled.ts'
import { setSeriesEnabled } from './set-series-enabled.ts'
import { updateModel } from './update-model.ts'
import { updateSeries } from './update-series.ts'

export const deviceModelRoutes = [
  ...bind(endpoints.deviceSeries, {
    page: pageSeries,
    select: selectSeries,
    create: createSeries,
    update: updateSeries,
    del: deleteSeries,
    forbidden: setSeriesEnabled,
  }),
  ...bind(endpoints.deviceModel, {
    page: pageModels,
    detail: modelDetail,
    select: selectModels,
    create: createModel,
    update: updateModel,
    del: deleteModel,
    forbidden: setModelEnabled,
  }),
]
