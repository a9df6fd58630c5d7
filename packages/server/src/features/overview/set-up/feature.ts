import type { Feature } from '../../../platform/feature.ts'
import { setUpRoutes } from './set-up.routes.ts'

export const setUpFeature: Feature = { name: 'set-up', routes: () => setUpRoutes }
