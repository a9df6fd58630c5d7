import type { Feature } from '../../../platform/feature.ts'
import { alarmCallRoutes } from './alarm-call.routes.ts'

export const alarmCallFeature: Feature = { name: 'alarm-call', routes: () => alarmCallRoutes }
