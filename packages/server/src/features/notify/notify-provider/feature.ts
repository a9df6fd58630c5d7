import type { Feature } from '../../../platform/feature.ts'
import { notifyProviderRoutes } from './notify-provider.routes.ts'

/** app.ts starts the dispatcher and the callback routes. */
export const notifyProviderFeature: Feature = { name: 'notify-provider', routes: () => notifyProviderRoutes }
