import type { FirmwareEditionRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'

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
