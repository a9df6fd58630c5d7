import { endpoints, type MessageRecordRow } from '@emberwatch/contract'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { Facts, type Fact } from '../../../kit/detail/facts.tsx'
import '../../../kit/detail/detail.css'
import { addressOf, costOf, Related } from './record-cells.tsx'

/** One message in full: its text, its receiver, and each step up to the receipt. */
export default function RecordDetails({ row, onClose }: { row: MessageRecordRow; onClose: () => void }) {
  const { t } = useTranslation('message-record')
  const { failure, copyOf, copyId } = row
  const more: Fact<MessageRecordRow>[] = []
  if (failure !== null) more.push({ field: 'failure', label: t(($) => $.answer), wide: true })
  if (copyOf !== null) more.push('copyOf')
  if (copyId !== null) more.push({ field: 'copyId', value: t(($) => $.again, { id: copyId }), wide: true })
  return (
    <Drawer open size={680} title={t(($) => $.detailsOf)} onClose={onClose}>
      <div role="region" aria-label={t(($) => $.detailsOf)} tabIndex={0}>
        <Facts
          endpoint={endpoints.messageRecord.detail}
          row={row}
          facts={[
            'state',
            'channel',
            'receiver',
            { field: 'phone', value: addressOf(row) },
            { field: 'title', wide: true },
            { field: 'content', value: <span className="ew-lines">{row.content}</span>, wide: true },
            'sentFor',
            'event',
            { field: 'alarmId', label: t(($) => $.related), value: <Related row={row} /> },
            'projectName',
            'provider',
            'providerRef',
            'attempts',
            'failureKind',
            ...more,
            'createdAt',
            'sentAt',
            'deliveredAt',
            'answeredAt',
            'segments',
            { field: 'cost', value: costOf(row) },
            'companyName',
          ]}
        />
      </div>
    </Drawer>
  )
}
