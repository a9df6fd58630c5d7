import { endpoints, type MenuTreeNode } from '@emberwatch/contract'
import { currentLanguage } from '../../../i18n/language.ts'

const role = endpoints.role
const session = endpoints.session

/** Queries derived from the menu tree: the tree for granting permissions, and one's own side menu and operations. */
export const builtFromMenus = [role.menus, session.menus, session.info]

export const nameOf = ({ nameZh, nameEn }: Pick<MenuTreeNode, 'nameZh' | 'nameEn'>): string =>
  currentLanguage() === 'zh' ? nameZh : nameEn
