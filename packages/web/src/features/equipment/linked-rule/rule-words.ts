import type { LinkedRuleRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'

/** A rule in words: whose report of what triggers it, and what it sends. */
export const useRuleWords = () => {
  const { t } = useTranslation('linked-rule')
  const who = ({ deviceCode, modelName }: LinkedRuleRow): string => {
    if (deviceCode !== null) return t(($) => $.device, { code: deviceCode })
    return modelName === null ? t(($) => $.anyDevice) : t(($) => $.model, { name: modelName })
  }
  const what = ({ trigger, alarmType, format, sourceCode, reportType }: LinkedRuleRow): string => {
    switch (trigger) {
      case 'alarm':
        return t(($) => $.alarm, { what: alarmType ?? '—' })
      case 'code':
        return t(($) => $.code, { what: [format, sourceCode].filter(Boolean).join(' ') })
      case 'report':
        return t(($) => $.report, { what: reportType === null ? '—' : enumLabel('reportType', reportType) })
    }
  }
  const sends = ({ commandName, targets }: LinkedRuleRow): string =>
    t(($) => $.sends, { command: commandName, count: targets.length })
  return { who, what, sends }
}
