import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import { selectModels, selectSeries } from './device.reads.ts'

export const deviceRoutes = bind(endpoints.device, { seriesSelect: selectSeries, modelSelect: selectModels })
