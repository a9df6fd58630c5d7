import type { Feature } from '../../platform/feature.ts'
import { projectRoutes } from './project.routes.ts'

export const projectFeature: Feature = {
  name: 'project',
  routes: () => projectRoutes,
}
