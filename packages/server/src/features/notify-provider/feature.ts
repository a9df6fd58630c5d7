import type { Feature } from '../../platform/feature.ts'
import { notifyProviderRoutes } from './notify-provider.routes.ts'

/** The dispatcher and the receipts are started by app.ts. */
export const notifyProviderFeature: Feature = { name: 'notify-provider', routes: () => notifyProviderRoutes }
