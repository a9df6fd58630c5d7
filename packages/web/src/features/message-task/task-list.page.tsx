import { endpoints, type MessageTaskRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { listed } from '../../i18n/i18n.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { auditColumnsWith } from '../../kit/list/standard-columns.tsx'
import { Time } from '../../kit/time.tsx'
import { pagePaths } from '../../paths.ts'
import { useTaskActions } from './use-task-actions.tsx'

/** What it has cost, by currency. */
export const costsOf = ({ costs }: Pick<MessageTaskRow, 'costs'>): string =>
  costs.length === 0 ? '—' : listed(costs.map(({ amount, currency }) => `${amount} ${currency}`))

/** Messages that people write to many. */
export default function TaskListPage() {
  const { t } = useTranslation('message-task')
  const { toolbar, actionsOf, dialog } = useTaskActions()
  return (
    <>
      <ListPage
        endpoint={endpoints.messageTask.page}
        filters={['keyword', 'state', 'pushType', 'type', 'pushObject', { kind: 'dateRange' }]}
        columns={[
          {
            field: 'title',
            render: ({ id, title }) => <a href={`#${pagePaths.messageTaskDetail}?id=${id}`}>{title}</a>,
          },
          'type',
          'pushType',
          'pushObject',
          'state',
          {
            field: 'scheduleAt',
            render: ({ scheduleAt }) => (scheduleAt === null ? t(($) => $.immediately) : <Time value={scheduleAt} />),
          },
          'reach',
          'sent',
          'delivered',
          'read',
          'failed',
          { field: 'waiting', optional: true },
          { field: 'withoutAddress', optional: true },
          { field: 'costs', render: costsOf },
          { field: 'sentBy', optional: true },
          { field: 'companyName', optional: true },
          ...auditColumnsWith('createdAt'),
        ]}
        actions={toolbar}
        rowActions={actionsOf}
      />
      {dialog}
    </>
  )
}
