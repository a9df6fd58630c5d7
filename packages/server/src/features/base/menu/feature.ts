import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createMenu, removeMenu, setMenuEnabled, updateMenu } from './menu.verbs.ts'
import { exportMenus, menuTree, menuExport } from './menu.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const menuRoutes = bind(endpoints.menu, {
  tree: menuTree,
  create: createMenu,
  update: updateMenu,
  remove: removeMenu,
  setEnabled: setMenuEnabled,
  export: exportMenus,
})

export const menuFeature: Feature = {
  name: 'menu',
  routes: () => menuRoutes,
  exports: { menu: menuExport },
}
