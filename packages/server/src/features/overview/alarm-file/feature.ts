import type { Feature } from '../../../platform/feature.ts'
import { alarmFileRoutes } from './alarm-file.routes.ts'

export const alarmFileFeature: Feature = { name: 'alarm-file', routes: () => alarmFileRoutes }
