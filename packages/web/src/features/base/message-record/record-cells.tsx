import { type MessageRecordRow, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useCan } from '../../../session/me.tsx'

/** What a message is about, linked for users who may see it. */
export const Related = ({ row }: { row: MessageRecordRow }) => {
  const { t } = useTranslation('message-record')
  const can = useCan()
  const { alarmId, faultId, taskId, taskTitle } = row
  const link = (may: boolean, href: string, label: string) => (may ? <a href={href}>{label}</a> : <>{label}</>)
  if (alarmId !== null)
    return link(
      can('alarm:view'),
      pageHref('alarmDetail', { id: alarmId }),
      t(($) => $.alarm, { id: alarmId }),
    )
  if (faultId !== null)
    return link(
      can('fault:view'),
      pageHref('faultDetail', { id: faultId }),
      t(($) => $.fault, { id: faultId }),
    )
  if (taskId !== null)
    return link(can('messageTask:view'), pageHref('messageTaskDetail', { id: taskId }), taskTitle ?? String(taskId))
  return <>{t(($) => $.none)}</>
}

/** Why it did not arrive; below it the provider's answer, for users who may read it, or that it continues in another record. */
export const Failure = ({ row }: { row: MessageRecordRow }) => {
  const { t } = useTranslation('message-record')
  const { failureKind, failure, copyId, copyOf } = row
  const more = [
    failure,
    copyId === null ? null : t(($) => $.again, { id: copyId }),
    copyOf === null ? null : t(($) => $.copy, { id: copyOf }),
  ]
  return (
    <TwoLines small={more.filter((each) => each !== null).join(' · ')}>
      {failureKind === null ? '—' : enumLabel('sendFailure', failureKind)}
    </TwoLines>
  )
}

/** A phone number, an e-mail address, or neither. */
export const addressOf = ({ channel, phone, email }: MessageRecordRow): string =>
  channel === 'mail' ? (email ?? '—') : channel === 'app' ? '—' : phone || '—'

export const costOf = ({ cost, currency }: Pick<MessageRecordRow, 'cost' | 'currency'>): string =>
  cost === null ? '—' : `${cost} ${currency ?? ''}`.trim()
