import type { Feature } from '../../../platform/feature.ts'
import { projectNotifierRoutes } from './project-notifier.routes.ts'

export const projectNotifierFeature: Feature = { name: 'project-notifier', routes: () => projectNotifierRoutes }
