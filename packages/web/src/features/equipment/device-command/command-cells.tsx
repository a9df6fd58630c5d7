import type { SentCommandRow, SentValues } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel, listed } from '../../../i18n/i18n.ts'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { formatSpan, formatTime, Time } from '../../../kit/time.tsx'

/** Marks a command that needs a second person. */
export const DangerTag = () => <Tag look={{ tone: 'fault', shape: '▲', outline: true }}>{fieldLabel('dangerous')}</Tag>

/** Parameters as text: `level = 2, mode = fast`. */
export const valuesText = (values: SentValues | Readonly<Record<string, unknown>> | null): string =>
  listed(Object.entries(values ?? {}).map(([name, value]) => `${name} = ${String(value)}`))

/** The state of a command, with the reason or the time limit. */
export const CommandState = ({ row }: { row: SentCommandRow }) => {
  const { t } = useTranslation('device-command')
  const { state, failure, replyMessage, expiresAt, attempts, late } = row
  const isOpen = state === 'sent' || state === 'delivered'
  const small = [
    failure && enumLabel('commandFailure', failure),
    late && t(($) => $.sent.late),
    replyMessage,
    isOpen && t(($) => $.sent.waiting, { time: formatTime(expiresAt) }),
    attempts > 1 && t(($) => $.sent.attempts, { count: attempts }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <TwoLines small={small}>
      <StatusTag enumeration="commandState" value={state} />
    </TwoLines>
  )
}

/** When it was answered, and how long after it was last sent. */
export const AnsweredAt = ({ row: { sentAt, answeredAt } }: { row: SentCommandRow }) => {
  const { t } = useTranslation('device-command')
  if (answeredAt === null) return <>—</>
  const duration = sentAt && formatSpan(Date.parse(answeredAt) - Date.parse(sentAt))
  return (
    <TwoLines small={duration && t(($) => $.sent.answeredAfter, { duration })}>
      <Time value={answeredAt} />
    </TwoLines>
  )
}

/** Who requested it: a person, or a linked rule. */
export const useRequester = () => {
  const { t } = useTranslation('device-command')
  return ({ ruleName, requestedBy }: SentCommandRow): string =>
    ruleName === null ? (requestedBy ?? '—') : t(($) => $.sent.byRule, { name: ruleName })
}

/** The device, or the gateway itself. */
export const useTargetName = () => {
  const { t } = useTranslation('device-command')
  return ({ deviceCode, deviceName, gatewayCode }: SentCommandRow): string =>
    deviceCode === null
      ? `${gatewayCode} (${t(($) => $.sent.gatewayItself)})`
      : [deviceCode, deviceName].filter(Boolean).join(' · ')
}
