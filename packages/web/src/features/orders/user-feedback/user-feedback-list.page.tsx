import { PlusOutlined } from '@ant-design/icons'
import { endpoints, enums, pageHref } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { useCan } from '../../../session/me.tsx'
import { useFeedbackActions } from './use-feedback-actions.tsx'
import './user-feedback.css'

const CreateFeedback = lazy(() => import('./create-feedback.form.tsx'))
const FeedbackDrawer = lazy(() => import('./feedback-drawer.tsx'))

const { userFeedback, orderCommon, customer } = endpoints
const positive = (text: string | undefined): number | undefined => (Number(text) > 0 ? Number(text) : undefined)

/** The feedback of customers. `?open=` shows one, `?create=1` opens the form. */
export default function UserFeedbackListPage() {
  const { t } = useTranslation('user-feedback')
  const can = useCan()
  const navigate = useNavigate()
  const { open, create, ...list } = usePageSearch()
  const { actionsOf, dialog } = useFeedbackActions()
  const shown = positive(open)
  const show = (id: number | undefined) =>
    navigate({ to: '.', search: id === undefined ? list : { ...list, open: String(id) }, replace: id === undefined })
  return (
    <>
      <ListPage
        endpoint={userFeedback.page}
        exporter={userFeedback.export}
        filters={[
          'keyword',
          { kind: 'remote', name: 'projectId', endpoint: orderCommon.project },
          ...(can('customer:view') ? [{ kind: 'remote', name: 'customerId', endpoint: customer.select } as const] : []),
          { kind: 'dateRange', label: t(($) => $.dates) },
        ]}
        tabs={{
          name: 'state',
          options: enums.feedbackState.map((value) => ({ value, label: enumLabel('feedbackState', value) })),
        }}
        columns={[
          'code',
          'state',
          {
            field: 'content',
            render: (row) => (
              <TwoLines small={[row.deviceCode, row.deviceName].filter(Boolean).join(' · ')}>
                <span className="ew-feedback-brief">{row.content}</span>
              </TwoLines>
            ),
          },
          { field: 'projectName', render: (row) => <TwoLines small={row.customerName}>{row.projectName}</TwoLines> },
          'createdAt',
          { field: 'firstReplyAt', optional: true },
          {
            field: 'orderCode',
            render: ({ orderId, orderCode }) =>
              orderId !== null && can('repairOrder:view') ? (
                <a href={pageHref('repairOrderDetail', { id: orderId })}>{orderCode}</a>
              ) : (
                (orderCode ?? '—')
              ),
          },
          { field: 'createdBy', optional: true },
          { field: 'companyName', optional: true },
          { field: 'handledAt', optional: true },
          { field: 'handledBy', optional: true },
        ]}
        actions={[
          {
            key: 'create',
            label: t(($) => $.create),
            op: 'userFeedback:create',
            primary: true,
            icon: <PlusOutlined aria-hidden />,
            onClick: () => navigate({ to: '.', search: { ...list, create: '1' } }),
          },
        ]}
        rowActions={(row) => [{ key: 'open', label: t(($) => $.open), onClick: () => show(row.id) }, ...actionsOf(row)]}
        tone={(row) => (row.state === 'pending_handle' ? 'fault' : undefined)}
      />
      {dialog}
      <Suspense>
        {shown !== undefined && <FeedbackDrawer id={shown} onClose={() => void show(undefined)} />}
        {create === '1' && can('userFeedback:create') && (
          <CreateFeedback onClose={() => void navigate({ to: '.', search: list, replace: true })} />
        )}
      </Suspense>
    </>
  )
}
