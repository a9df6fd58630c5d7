import { endpoints, type MenuTreeNode } from '@emberwatch/contract'
import { currentLanguage } from '../../i18n/language.ts'

const { menu, role, session } = endpoints

/** The tree itself, the one that roles are given from, and one's own side menu. */
export const menuReads = [menu.tree, role.menus, session.menus]

export const nameOf = ({ nameZh, nameEn }: Pick<MenuTreeNode, 'nameZh' | 'nameEn'>): string =>
  currentLanguage() === 'zh' ? nameZh : nameEn
