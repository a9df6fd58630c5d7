import type { MenuTreeNode } from '@emberwatch/contract'
import { currentLanguage } from '../../../i18n/language.ts'

export const nameOf = ({ nameZh, nameEn }: Pick<MenuTreeNode, 'nameZh' | 'nameEn'>): string =>
  currentLanguage() === 'zh' ? nameZh : nameEn
