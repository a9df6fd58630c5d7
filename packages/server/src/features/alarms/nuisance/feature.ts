import type { Feature } from '../../../platform/feature.ts'
import { nuisanceExport } from './nuisance.export.ts'
import { nuisanceRoutes } from './nuisance.routes.ts'

export const nuisanceFeature: Feature = { name: 'nuisance', routes: () => nuisanceRoutes, exports: { nuisance: nuisanceExport } }
