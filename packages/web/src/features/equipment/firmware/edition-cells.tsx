import type { FirmwareEditionRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'

type Goes = Pick<FirmwareEditionRow, 'package' | 'initialVersion'>

/** The versions from which an edition upgrades. */
export const GoesOver = ({ of: { initialVersion, package: kind } }: { of: Goes }) => {
  const { t } = useTranslation('firmware')
  if (initialVersion === null) return t(($) => $.anyVersion)
  return kind === 'delta'
    ? t(($) => $.onlyVersion, { version: initialVersion })
    : t(($) => $.fromVersion, { version: initialVersion })
}

/** The hardware revisions that an edition is for. */
export const Hardware = ({ revision }: { revision: string }) => {
  const { t } = useTranslation('firmware')
  return revision === '' ? t(($) => $.allHardware) : revision
}

const megabyte = 1_048_576

/** A number of bytes as people read it. */
export const fileSize = (bytes: number): string => {
  const [value, unit] = bytes < 1_024 ? [bytes, 'B'] : bytes < megabyte ? [bytes / 1_024, 'KB'] : [bytes / megabyte, 'MB']
  return `${value.toLocaleString(currentLanguage(), { maximumFractionDigits: 1 })} ${unit}`
}
