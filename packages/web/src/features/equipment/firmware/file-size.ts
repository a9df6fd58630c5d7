import { currentLanguage } from '../../../i18n/i18n.ts'

const megabyte = 1_048_576

/** A number of bytes as people read it. */
export const fileSize = (bytes: number): string => {
  const [value, unit] = bytes < 1_024 ? [bytes, 'B'] : bytes < megabyte ? [bytes / 1_024, 'KB'] : [bytes / megabyte, 'MB']
  return `${value.toLocaleString(currentLanguage(), { maximumFractionDigits: 1 })} ${unit}`
}
