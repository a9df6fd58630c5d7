import { PlusOutlined } from '@ant-design/icons'
import { endpoints, enums, type OrderKindName, type OutputOf } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../i18n/i18n.ts'
import { Code } from '../../kit/code.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useCan } from '../../session/me.tsx'
import { Due } from './due.tsx'
import { orderHref, orderKind } from './order-kind.ts'
import { Rating } from './rating.tsx'
import { useOrderWork } from './use-order-work.tsx'
import './order.css'
import { usePageSearch } from '../../kit/page-search.ts'

const CreateOrder = lazy(() => import('./create-order.form.tsx'))

const { project, engineer } = endpoints.orderCommon
const positive = (text: string | undefined): number | undefined => (Number(text) > 0 ? Number(text) : undefined)

/**
 * The list of one kind of orders. `?create=1` opens the form; `alarmId`, `faultId`, `feedbackId` or `sourceOrderId` names its source,
 * `deviceCode` is looked up, and `forProject` is the project.
 */
export const orderListPage = (built: OrderKindName) => {
  const kind = orderKind(built)
  const { calls } = kind
  type Page = OutputOf<typeof calls.page>

  return function OrderListPage() {
    const { t } = useTranslation('order')
    const kit = useTranslation('kit').t
    const can = useCan()
    const { actionsOf, dialog } = useOrderWork(kind)
    const navigate = useNavigate()
    const search = usePageSearch()
    const { create, alarmId, faultId, feedbackId, sourceOrderId, sourceKind, deviceCode, forProject, ...list } = search

    return (
      <>
        <ListPage
          endpoint={calls.page}
          exporter={calls.export}
          filters={[
            'code',
            { kind: 'remote', name: 'projectId', endpoint: project },
            { kind: 'remote', name: 'engineerId', endpoint: engineer },
            'priority',
            'origin',
            { kind: 'select', name: 'overdue', label: t(($) => $.overdueFilter) },
            { kind: 'dateRange', label: t(($) => $.created) },
          ]}
          tabs={{
            name: 'status',
            options: enums.orderStatus.map((value) => ({ value, label: enumLabel('orderStatus', value) })),
            count: (data, value) => (data as Page).counts[value],
          }}
          columns={[
            { field: 'code', render: ({ id, code }) => <Code href={`#${orderHref(kind, id)}`}>{code}</Code> },
            'status',
            'projectName',
            { field: 'dueAt', render: (order) => <Due order={order} /> },
            'priority',
            'engineers',
            { field: 'description', render: ({ description }) => <span className="ew-order-brief">{description}</span> },
            { field: 'deviceCount', optional: true },
            { field: 'origin', optional: true },
            { field: 'customerName', optional: true },
            { field: 'companyName', optional: true },
            { field: 'finishedAt', optional: true },
            { field: 'rating', optional: true, render: ({ rating }) => <Rating value={rating} /> },
            { field: 'createdAt', optional: true },
            { field: 'createdBy', optional: true },
            { field: 'updatedAt', optional: true },
          ]}
          actions={[
            {
              key: 'create',
              label: kit(($) => $.create),
              op: kind.operation.create,
              primary: true,
              icon: <PlusOutlined />,
              onClick: () => navigate({ to: '.', search: { ...list, create: '1' } }),
            },
          ]}
          rowActions={(order) => {
            const [first, ...rest] = actionsOf(order)
            const view = { key: 'view', label: t(($) => $.view), href: orderHref(kind, order.id) }
            // The next step comes first. If nothing can be done, viewing does.
            return first && first.off === undefined ? [first, view, ...rest] : [view, ...(first ? [first] : []), ...rest]
          }}
        />
        {dialog}
        <Suspense>
          {create === '1' && can(kind.operation.create) && (
            <CreateOrder
              kind={kind}
              from={{
                alarmId: positive(alarmId),
                faultId: positive(faultId),
                feedbackId: positive(feedbackId),
                sourceOrderId: positive(sourceOrderId),
                sourceKind,
              }}
              projectId={positive(forProject)}
              deviceCode={deviceCode}
              onClose={() => void navigate({ to: '.', search: list, replace: true })}
            />
          )}
        </Suspense>
      </>
    )
  }
}
