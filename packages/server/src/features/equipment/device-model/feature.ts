import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createModel, removeModel, setModelEnabled, updateModel } from './device-model.verbs.ts'
import { createSeries, removeSeries, setSeriesEnabled, updateSeries } from './device-series.verbs.ts'
import { modelDetail, pageModels, selectModels } from './device-model.reads.ts'
import { pageSeries, selectSeries } from './device-series.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const deviceModelRoutes = [
  ...bind(endpoints.deviceSeries, {
    page: pageSeries,
    select: selectSeries,
    create: createSeries,
    update: updateSeries,
    remove: removeSeries,
    setEnabled: setSeriesEnabled,
  }),
  ...bind(endpoints.deviceModel, {
    page: pageModels,
    detail: modelDetail,
    select: selectModels,
    create: createModel,
    update: updateModel,
    remove: removeModel,
    setEnabled: setModelEnabled,
  }),
]

export const deviceModelFeature: Feature = {
  name: 'device-model',
  routes: () => deviceModelRoutes,
  uploads: ['deviceImage'],
}
