import type { Feature } from '../../../platform/feature.ts'
import { repairStoryRoutes } from './repair-story.routes.ts'

export const repairStoryFeature: Feature = { name: 'repair-story', routes: () => repairStoryRoutes }
