import type { OrderDetail, OrderKindName } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { fieldLabel } from '../../i18n/i18n.ts'
import { DetailPage } from '../../kit/detail/detail-page.tsx'
import { Facts } from '../../kit/detail/facts.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { formatInZone, Time } from '../../kit/time.tsx'
import { useNow } from '../../kit/use-now.ts'
import { useCan } from '../../session/me.tsx'
import { useActivityTab } from '../activity/activity.tsx'
import { RepairOrigin } from '../repair-story/order-origin.tsx'
import { Completion, DeviceResults } from './completion.tsx'
import { Due, overdueMs } from './due.tsx'
import { durationInWords } from './duration.ts'
import { orderHref, orderKind, type OrderKind } from './order-kind.ts'
import { Actor, OrderTimeline, useStepName } from './order-timeline.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { Photos } from './photos.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { Rating } from './rating.tsx'
import { useOrderWork } from './use-order-work.tsx'
import { pagePaths } from '../../paths.ts'
import './order.css'

const alarmPage = pagePaths.alarmDetail
const feedbackPage = pagePaths.userFeedbackList

interface Part {
  kind: OrderKind
  order: OrderDetail
}

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="ew-panel">
    <h2>{title}</h2>
    {children}
  </section>
)

/** Who signed in where, and how far away. */
const SignIns = ({ order: { signIns } }: Pick<Part, 'order'>) => {
  const { t } = useTranslation('order')
  if (signIns.length === 0) return null
  const metres = (value: number | null) => (value === null ? '—' : t(($) => $.metres, { count: value }))
  return (
    <PlainTable
      label={t(($) => $.panels.signIns)}
      rows={signIns}
      columns={[
        { label: t(($) => $.time), render: ({ at }) => <Time value={at} /> },
        { label: fieldLabel('siteId'), render: ({ siteName }) => siteName },
        { label: fieldLabel('engineers'), render: ({ engineer }) => engineer },
        { label: fieldLabel('result'), render: ({ result }) => <StatusTag enumeration="signInResult" value={result} /> },
        { label: t(($) => $.distance), render: ({ distanceM }) => metres(distanceM) },
        { label: fieldLabel('accuracyM'), render: ({ accuracyM }) => metres(accuracyM) },
        { label: fieldLabel('reason'), render: ({ reason }) => reason ?? '—' },
      ]}
    />
  )
}

const Overview = ({ kind, order }: Part) => {
  const { t } = useTranslation('order')
  const can = useCan()
  const { engineers, alarmId, alarmCode, feedbackId, sourceOrderId, sourceOrderKind, planDueOn, appraisal, sites, photos } = order
  const source = sourceOrderKind && orderKind(sourceOrderKind)
  const linkable = can('alarm:view')
  return (
    <>
      <Facts
        title={t(($) => $.panels.order)}
        endpoint={kind.calls.detail}
        row={order}
        facts={[
          { field: 'description', wide: true },
          'projectName',
          'customerName',
          'companyName',
          {
            field: 'engineers',
            value:
              engineers.length === 0
                ? t(($) => $.nobody)
                : engineers.map(({ name, phone }) => (phone ? `${name} (${phone})` : name)).join(', '),
          },
          { field: 'dueAt', value: <Due order={order} /> },
          'origin',
          ...(alarmId === null
            ? []
            : [
                {
                  field: 'alarmId' as const,
                  label: t(($) => $.linkedAlarm),
                  value: linkable ? <a href={`#${alarmPage}?id=${alarmId}`}>{alarmCode}</a> : alarmCode,
                },
              ]),
          ...(feedbackId === null
            ? []
            : [
                {
                  field: 'feedbackId' as const,
                  value: can('userFeedback:view') ? (
                    <a href={`#${feedbackPage}?open=${feedbackId}`}>{t(($) => $.openFeedback)}</a>
                  ) : (
                    t(($) => $.openFeedback)
                  ),
                },
              ]),
          ...(source === null || sourceOrderId === null
            ? []
            : [
                {
                  field: 'sourceOrderId' as const,
                  value: can(source.operation.view) ? (
                    <a href={`#${orderHref(source, sourceOrderId)}`}>{order.sourceOrderCode}</a>
                  ) : (
                    order.sourceOrderCode
                  ),
                },
              ]),
          ...(planDueOn === null ? [] : (['planDueOn'] as const)),
          'createdBy',
          'createdAt',
          'finishedAt',
          { field: 'rating', value: <Rating value={order.rating} /> },
          ...(appraisal === null
            ? []
            : [{ field: 'note' as const, label: t(($) => $.appraisal), value: appraisal, wide: true as const }]),
        ]}
      />
      {kind.kind === 'repair' && <RepairOrigin orderId={order.id} />}
      <Panel title={t(($) => $.panels.sites)}>
        {sites.length === 0 ? (
          t(($) => $.noSites)
        ) : (
          <ul className="ew-sites">
            {sites.map(({ id, name, address, signedAt }) => (
              <li key={id}>
                {[name, address].filter(Boolean).join(', ')} —{' '}
                {signedAt ? t(($) => $.signedAt, { time: formatInZone(signedAt, order.timeZone) }) : t(($) => $.notSigned)}
              </li>
            ))}
          </ul>
        )}
        <SignIns order={order} />
      </Panel>
      <Panel title={t(($) => $.panels.photos)}>{photos.length === 0 ? t(($) => $.photos.none) : <Photos ids={photos} />}</Panel>
    </>
  )
}

/** How the order was assigned, or how its work was verified and rated. */
const History = ({ kind, order, list, label }: Part & { list: 'assignList' | 'verifyList'; label: string }) => {
  const { t } = useTranslation('order')
  const stepName = useStepName()
  const history = useCall(kind.calls[list], { id: order.id }).data
  if (!history) return null
  return (
    <PlainTable
      label={label}
      rows={history}
      columns={[
        { label: t(($) => $.time), render: ({ at }) => <Time value={at} /> },
        { label: t(($) => $.step), render: ({ action }) => stepName(action) },
        { label: fieldLabel('status'), render: ({ to }) => <StatusTag enumeration="orderStatus" value={to} /> },
        { label: t(($) => $.actor), render: (step) => <Actor step={step} /> },
        { label: fieldLabel('engineers'), render: ({ engineers }) => engineers.join(', ') || '—' },
        { label: fieldLabel('note'), render: ({ note }) => note ?? '—' },
        { label: fieldLabel('onBehalfReason'), render: ({ onBehalfReason }) => onBehalfReason ?? '—' },
      ]}
    />
  )
}

const Overdue = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const late = overdueMs(order, useNow())
  if (late === 0 || order.finishedAt !== null || order.dueAt === null) return null
  const text = t(($) => $.overdueNow, { time: durationInWords(late), due: formatInZone(order.dueAt, order.timeZone) })
  return <Alert className="ew-form-alert" type="warning" showIcon title={text} />
}

const drawStatus = ({ status, priority }: OrderDetail) => (
  <>
    <StatusTag enumeration="orderStatus" value={status} />
    <StatusTag enumeration="orderPriority" value={priority} />
  </>
)

const drawBanner = (order: OrderDetail) => <Overdue order={order} />

/** One order of one kind (`…/detail?id=`). */
export const orderDetailPage = (built: OrderKindName) => {
  const kind = orderKind(built)
  return function OrderDetailPage() {
    const { t } = useTranslation('order')
    const navigate = useNavigate()
    const { actionsOf, dialog } = useOrderWork(kind, () => navigate({ to: kind.path }))
    const words = t(($) => $.tabs, { returnObjects: true })
    const activity = useActivityTab(kind.activity)
    const renderTabs = (order: OrderDetail) => [
      { key: 'overview', label: words.overview, content: <Overview kind={kind} order={order} /> },
      { key: 'timeline', label: words.timeline, content: <OrderTimeline order={order} /> },
      {
        key: 'devices',
        label: words.devices,
        content:
          order.completeType === null ? <DeviceResults kind={kind} order={order} /> : <Completion kind={kind} order={order} />,
      },
      {
        key: 'dispatch',
        label: words.dispatch,
        content: <History kind={kind} order={order} list="assignList" label={words.dispatch} />,
      },
      { key: 'audit', label: words.audit, content: <History kind={kind} order={order} list="verifyList" label={words.audit} /> },
      { key: 'sheet', label: words.sheet, content: <OrderSheet kind={kind} order={order} /> },
      ...activity(order),
    ]
    return (
      <>
        <DetailPage
          endpoint={kind.calls.detail}
          title={({ code }) => code}
          status={drawStatus}
          actions={actionsOf}
          banner={drawBanner}
          tabs={renderTabs}
        />
        {dialog}
      </>
    )
  }
}
