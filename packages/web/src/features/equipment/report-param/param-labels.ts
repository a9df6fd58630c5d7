import type { ReportParamRow } from '@emberwatch/contract'
import { currentLanguage } from '../../../i18n/language.ts'

interface Bilingual {
  readonly value: number
  readonly labelZh: string
  readonly labelEn: string
}
/** Alarm or fault types as choices, in the language of the console. */
export const typeChoices = (types: readonly Bilingual[] | undefined) =>
  (types ?? []).map(({ value, labelZh, labelEn }) => ({ value, label: currentLanguage() === 'zh' ? labelZh : labelEn }))

export const nameOf = ({ format, code }: Pick<ReportParamRow, 'format' | 'code'>): string => `${format} ${code}`
