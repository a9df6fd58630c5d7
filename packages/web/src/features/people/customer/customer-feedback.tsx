import { endpoints, enums, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'

const { userFeedback } = endpoints

/** The feedback of a customer's people; each opens where it is answered. */
export const CustomerFeedback = ({ customerId }: { customerId: number }) => {
  const { t } = useTranslation('customer')
  return (
    <ListPage
      embedded
      title={t(($) => $.tabs.feedback)}
      endpoint={userFeedback.page}
      fixed={{ customerId }}
      filters={['keyword', { kind: 'dateRange' }]}
      tabs={{ name: 'state', options: enums.feedbackState.map((value) => ({ value, label: enumLabel('feedbackState', value) })) }}
      columns={[
        { field: 'code', render: ({ id, code }) => <a href={pageHref('userFeedbackList', { open: id })}>{code}</a> },
        'state',
        {
          field: 'content',
          render: (row) => (
            <TwoLines small={[row.deviceCode, row.deviceName].filter(Boolean).join(' · ')}>{row.content}</TwoLines>
          ),
        },
        'projectName',
        'createdAt',
        { field: 'createdBy', optional: true },
        { field: 'firstReplyAt', optional: true },
        { field: 'handledAt', optional: true },
      ]}
      tone={(row) => (row.state === 'pending_handle' ? 'fault' : undefined)}
    />
  )
}
