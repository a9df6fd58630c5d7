import type { Feature } from '../../../platform/feature.ts'
import { settingsRoutes } from './settings.routes.ts'

export const settingsFeature: Feature = { name: 'settings', routes: () => settingsRoutes }
