import type { AlarmTypeRow, FaultTypeRow } from '@emberwatch/contract'
import { currentLanguage } from '../../../i18n/language.ts'

export type TypeKind = 'alarm' | 'fault'
export type TypeRow = AlarmTypeRow | FaultTypeRow

/** The name of a type of alarms or faults in the language of the console. */
export const typeName = ({ nameZh, nameEn }: { nameZh: string; nameEn: string }): string =>
  currentLanguage() === 'zh' ? nameZh : nameEn
