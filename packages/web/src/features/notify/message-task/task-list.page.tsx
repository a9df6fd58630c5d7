import { endpoints, type MessageTaskRow, pageHref } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel, listed } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { inputFacts } from '../../../kit/schema.ts'
import { Time } from '../../../kit/time.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { useCan } from '../../../session/me.tsx'
import { useTaskActions } from './use-task-actions.tsx'

const TaskForm = lazy(() => import('./task.form.tsx'))

/** Its costs, by currency. */
export const costsOf = ({ costs }: Pick<MessageTaskRow, 'costs'>): string =>
  costs.length === 0 ? '—' : listed(costs.map(({ amount, currency }) => `${amount} ${currency}`))

/** Messages that staff send to many people. `?create=1` opens the form, for the people of `forProject` and with the title `about`. */
export default function TaskListPage() {
  const { t } = useTranslation('message-task')
  const { toolbar, actionsOf, dialog } = useTaskActions()
  const can = useCan()
  const navigate = useNavigate()
  const { create, forProject, about = '', ...list } = usePageSearch()
  const projectId = Number(forProject)
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
            width: 160,
            render: ({ id, title, type }) => (
              <TwoLines small={enumLabel('messageTaskType', type)}>
                <a href={pageHref('messageTaskDetail', { id })}>{title}</a>
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
          // Failures and costs are what the list is opened for.
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
      {create === '1' && projectId > 0 && can('messageTask:create') && (
        <Suspense>
          <TaskForm
            begun={{
              projectIds: [projectId],
              title: about.slice(0, inputFacts(endpoints.messageTask.create)['title']?.maxLength),
            }}
            onClose={() => void navigate({ to: '.', search: list, replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
