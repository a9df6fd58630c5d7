import { endpoints, type MenuTreeNode } from '@emberwatch/contract'
import { currentLanguage } from '../../i18n/language.ts'

const { menu, role, session } = endpoints

/** The tree itself, the one that roles are given from, and one's own side menu and operations. */
export const menuReads = [menu.tree, role.menus, session.menus, session.info]

export const nameOf = ({ nameZh, nameEn }: Pick<MenuTreeNode, 'nameZh' | 'nameEn'>): string =>
  currentLanguage() === 'zh' ? nameZh : nameEn
