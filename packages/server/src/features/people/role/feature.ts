import type { Feature } from '../../../platform/feature.ts'
import { roleExport } from './role.reads.ts'
import { roleRoutes } from './role.routes.ts'

export const roleFeature: Feature = {
  name: 'role',
  routes: () => roleRoutes,
  exports: { role: roleExport },
}
