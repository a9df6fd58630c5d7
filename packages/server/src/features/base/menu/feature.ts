import type { Feature } from '../../../platform/feature.ts'
import { menuExport } from './menu.reads.ts'
import { menuRoutes } from './menu.routes.ts'

export const menuFeature: Feature = {
  name: 'menu',
  routes: () => menuRoutes,
  exports: { menu: menuExport },
}
