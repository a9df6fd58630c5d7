import type { Feature } from '../../../platform/feature.ts'
import { appSealRoutes } from './app-seal.routes.ts'

export const appSealFeature: Feature = { name: 'app-seal', routes: () => appSealRoutes }
