import { endpoints, type MessageRecordRow } from '@emberwatch/contract'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { Facts } from '../../kit/detail/facts.tsx'
import '../../kit/detail/detail.css'
import { addressOf, costOf, Related } from './record-cells.tsx'

/** One message in full: what it says, to whom, and each step to the receipt. */
export default function RecordDetails({ row, onClose }: { row: MessageRecordRow; onClose: () => void }) {
  const { t } = useTranslation('message-record')
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
            ...(row.failure === null ? [] : [{ field: 'failure' as const, label: t(($) => $.answer), wide: true }]),
            ...(row.copyOf === null ? [] : (['copyOf'] as const)),
            ...(row.copyId === null
              ? []
              : [{ field: 'copyId' as const, value: t(($) => $.again, { id: row.copyId }), wide: true }]),
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
