import type { Language } from '@emberwatch/contract'
import { currentLanguage } from '../../i18n/language.ts'

/** Identifies a row of a list. 0 for a row without an id. */
export const idOf = (row: object): number => ('id' in row && typeof row.id === 'number' ? row.id : 0)

export const keyOfRow = (row: object): string => String(idOf(row))

/** The fields that name a row, the best first. */
const naming = [
  'name',
  'title',
  'code',
  'contractNo',
  'versionNumber',
  'version',
  'account',
  'projectName',
  'ruleName',
  'url',
  'at',
]

/** What a row is called where only its name is said: a button of a table of fifty has to tell whose it is. */
export const rowName = (row: object, language: Language = currentLanguage()): string | undefined => {
  const fields = row as Readonly<Record<string, unknown>>
  const own = language === 'zh' ? ['nameZh', 'nameEn'] : ['nameEn', 'nameZh']
  const found = [...own, ...naming].map((field) => fields[field]).find((value) => typeof value === 'string' && value !== '')
  return found === undefined ? undefined : String(found)
}
