import { PlusOutlined } from '@ant-design/icons'
import { endpoints, enums, type OrderKindName, type OrderRow, type OutputOf, pageAddress, pageHref } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Radio } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { Code } from '../../../kit/code.tsx'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { SearchForm } from '../../../kit/list/search-form.tsx'
import { resolveFilter, type ResolvedFilter } from '../../../kit/list/search-field.tsx'
import { useListState } from '../../../kit/list/list-state.ts'
import { usePageName } from '../../../kit/use-page-name.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import { Due, Schedule } from './due.tsx'
import { orderKind } from './order-kind.ts'
import { Rating } from './rating.tsx'
import { useOrderWork } from './use-order-work.tsx'
import { viewFiltersOf } from './view-filters.ts'
import './order.css'
import './order-views.css'
import { usePageSearch } from '../../../kit/search-params.ts'

const CreateOrder = lazy(() => import('./create-order.form.tsx'))
const AssignMany = lazy(() => import('./assign-many.form.tsx'))
const otherViews = {
  board: lazy(() => import('./order-board.tsx')),
  calendar: lazy(() => import('./order-calendar.tsx')),
  map: lazy(() => import('./order-map.tsx')),
} as const
const viewNames = ['list', 'board', 'calendar', 'map'] as const
type ViewName = (typeof viewNames)[number]

const { project, engineer } = endpoints.orderCommon
const { customer } = endpoints
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
    const { accountType } = useMe().user
    const { actionsOf, dialog } = useOrderWork(kind)
    const navigate = useNavigate()
    const search = usePageSearch()
    const title = usePageName()
    const { change } = useListState(false)
    const [assigning, setAssigning] = useState<{ orders: readonly OrderRow[]; clear: () => void }>()
    const view: ViewName = viewNames.find((name) => name === search['view']) ?? 'list'
    const OtherView = view === 'list' ? undefined : otherViews[view]
    const { create, alarmId, faultId, feedbackId, sourceOrderId, sourceKind, deviceCode, forProject, ...list } = search

    const selection = (orders: readonly OrderRow[], clear: () => void) => [
      { key: 'assign', label: t(($) => $.assignSelected), onClick: () => setAssigning({ orders, clear }) },
    ]
    const common = [
      { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
      { kind: 'remote', name: 'projectId', endpoint: project },
      { kind: 'remote', name: 'engineerId', endpoint: engineer },
      'priority',
      'origin',
      ...(can('customer:view') ? [{ kind: 'remote', name: 'customerId', endpoint: customer.select } as const] : []),
      ...(hasCompaniesBelow(accountType) ? [{ kind: 'company', name: 'companyId' } as const] : []),
      { kind: 'address' },
      { kind: 'select', name: 'overdue', label: t(($) => $.overdueFilter) },
    ] as const
    const viewSwitch = (
      <div className="ew-views-head">
        <h1>{title}</h1>
        <Radio.Group
          className="ew-buttons"
          aria-label={t(($) => $.views.label)}
          optionType="button"
          value={view}
          options={viewNames.map((value) => ({ value, label: t(($) => $.views[value]) }))}
          onChange={({ target }) =>
            change({ view: target.value === 'list' ? '' : (target.value as ViewName), day: '', month: '' })
          }
        />
      </div>
    )
    if (OtherView)
      return (
        <section className="ew-list">
          {viewSwitch}
          <SearchForm
            entry={calls.board}
            filters={common.map((filter) => resolveFilter(calls.board, filter as ResolvedFilter | string))}
            search={search}
            onSearch={change}
          />
          <Suspense>
            <OtherView kind={kind} filters={viewFiltersOf(kind, search)} />
          </Suspense>
        </section>
      )

    return (
      <>
        {viewSwitch}
        <ListPage
          headless
          title={title}
          endpoint={calls.page}
          exporter={calls.export}
          filters={[
            ...common,
            { kind: 'select', name: 'open', label: t(($) => $.unfinished) },
            {
              kind: 'select',
              name: 'ratingMost',
              label: t(($) => $.ratingFilter),
              options: [1, 2, 3, 4].map((value) => ({ value, label: String(value) })),
            },
            ...(can('project:view')
              ? [{ kind: 'remote', name: 'projectTypeId', endpoint: endpoints.projectType.select } as const]
              : []),
            { kind: 'dateRange', names: ['dueFrom', 'dueTo'], label: fieldLabel('dueAt') },
            { kind: 'dateRange', label: t(($) => $.created) },
          ]}
          views={[
            {
              label: t(($) => $.chips.overdue),
              when: { overdue: 'true' },
              count: (data) => (data as Page).counts['overdue'],
            },
            { label: t(($) => $.chips.mine), when: { mine: 'true' }, count: (data) => (data as Page).counts['mine'] },
          ]}
          {...(can(kind.operation.assign) ? { selection } : {})}
          tabs={{
            name: 'status',
            options: enums.orderStatus.map((value) => ({ value, label: enumLabel('orderStatus', value) })),
            count: (data, value) => (data as Page).counts[value],
          }}
          columns={[
            { field: 'code', render: ({ id, code }) => <Code href={pageHref(`${kind.kind}OrderDetail`, { id })}>{code}</Code> },
            'status',
            'projectName',
            { field: 'dueAt', render: (order) => <Due order={order} /> },
            'priority',
            {
              field: 'engineers',
              render: ({ engineers }) =>
                engineers.length === 0
                  ? t(($) => $.nobody)
                  : engineers.map(({ id, name, available }) => (
                      <div key={id}>
                        {name} {!available && <small className="ew-order-held">{t(($) => $.engineerGoneTag)}</small>}
                      </div>
                    )),
            },
            {
              field: 'scheduledFrom',
              label: t(($) => $.schedule),
              render: (order) => <Schedule order={order} />,
              optional: true,
            },
            { field: 'description', render: ({ description }) => <span className="ew-order-brief">{description}</span> },
            { field: 'deviceCount', optional: true },
            { field: 'origin', optional: true },
            { field: 'customerName', optional: true },
            { field: 'companyName', optional: true },
            { field: 'firstResponseAt', optional: true },
            { field: 'holdReason', optional: true },
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
              icon: <PlusOutlined aria-hidden />,
              onClick: () => navigate({ to: '.', search: { ...list, create: '1' } }),
            },
          ]}
          rowActions={(order) => {
            const [first, ...rest] = actionsOf(order)
            const view = { key: 'view', label: t(($) => $.view), href: pageAddress(`${kind.kind}OrderDetail`, { id: order.id }) }
            // The next step comes first. If nothing can be done, viewing does.
            return first && first.off === undefined ? [first, view, ...rest] : [view, ...(first ? [first] : []), ...rest]
          }}
        />
        {dialog}
        <Suspense>
          {assigning && (
            <AssignMany kind={kind} orders={assigning.orders} onDone={assigning.clear} onClose={() => setAssigning(undefined)} />
          )}
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
