import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import { homeNotices } from './home-notices.reads.ts'
import { homeFigures, liveAlarms } from './data-centre.reads.ts'

export const dataCentreRoutes = bind(endpoints.dataCentre, { figures: homeFigures, liveAlarms, notices: homeNotices })
