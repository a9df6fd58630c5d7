import { endpoints, type MessageTaskRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel, listed } from '../../i18n/i18n.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../kit/list/standard-columns.tsx'
import { Time } from '../../kit/time.tsx'
import { pagePaths } from '../../paths.ts'
import { useTaskActions } from './use-task-actions.tsx'

/** Its costs, by currency. */
export const costsOf = ({ costs }: Pick<MessageTaskRow, 'costs'>): string =>
  costs.length === 0 ? '—' : listed(costs.map(({ amount, currency }) => `${amount} ${currency}`))

/** Messages that staff send to many people. */
export default function TaskListPage() {
  const { t } = useTranslation('message-task')
  const { toolbar, actionsOf, dialog } = useTaskActions()
  return (
    <>
      <ListPage
        endpoint={endpoints.messageTask.page}
        exporter={endpoints.messageTask.export}
        filters={[
          'keyword',
          'state',
          'pushType',
          'type',
          'pushObject',
          { kind: 'remote', name: 'templateId', endpoint: endpoints.messageTemplate.select, input: { event: 'notice' } },
          { kind: 'dateRange' },
        ]}
        columns={[
          {
            field: 'title',
            width: 200,
            render: ({ id, title, type }) => (
              <TwoLines small={enumLabel('messageTaskType', type)}>
                <a href={`#${pagePaths.messageTaskDetail}?id=${id}`}>{title}</a>
              </TwoLines>
            ),
          },
          'state',
          {
            field: 'pushObject',
            render: ({ pushObject, pushType }) => (
              <TwoLines small={enumLabel('pushType', pushType)}>{enumLabel('pushObject', pushObject)}</TwoLines>
            ),
          },
          'reach',
          // Failures and costs are what the list is opened for, so they must not be hidden behind the fixed column of actions.
          'failed',
          { field: 'costs', render: costsOf },
          'sent',
          'delivered',
          'read',
          {
            field: 'scheduleAt',
            render: ({ scheduleAt }) => (scheduleAt === null ? t(($) => $.immediately) : <Time value={scheduleAt} />),
          },
          { field: 'templates', label: fieldLabel('templateId') },
          { field: 'waiting', optional: true },
          { field: 'withoutAddress', optional: true },
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
