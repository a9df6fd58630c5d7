import type { Feature } from '../../../platform/feature.ts'
import { messageRoutes } from './message.routes.ts'

export const messageFeature: Feature = { name: 'message', routes: () => messageRoutes, liveKinds: ['message'] }
