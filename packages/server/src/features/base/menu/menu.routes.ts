import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createMenu } from './create-menu.ts'
import { deleteMenu } from './delete-menu.ts'
import { exportMenus, menuTree } from './menu.reads.ts'
import { setMenuEnabled } from './set-menu-enabled.ts'
import { updateMenu } from './update-menu.ts'

export const menuRoutes = bind(endpoints.menu, {
  tree: menuTree,
  create: createMenu,
  update: updateMenu,
  del: deleteMenu,
  forbidden: setMenuEnabled,
  export: exportMenus,
})
