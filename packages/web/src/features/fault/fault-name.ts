import type { FaultRow } from '@emberwatch/contract'
import { currentLanguage } from '../../i18n/language.ts'

export const faultName = ({ typeNameZh, typeNameEn }: Pick<FaultRow, 'typeNameZh' | 'typeNameEn'>): string =>
  currentLanguage() === 'zh' ? typeNameZh : typeNameEn
