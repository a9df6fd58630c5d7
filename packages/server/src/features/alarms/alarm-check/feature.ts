import type { Feature } from '../../../platform/feature.ts'
import { alarmCheckRoutes } from './alarm-check.routes.ts'

export const alarmCheckFeature: Feature = { name: 'alarm-check', routes: () => alarmCheckRoutes }
