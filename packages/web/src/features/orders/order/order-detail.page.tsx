import {
  orderStatus,
  isClosedOrder,
  type OrderDetail,
  type OrderKindName,
  pageHref,
  pages,
  sentBackBy,
} from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel, listed } from '../../../i18n/i18n.ts'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatInZone, Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useCan } from '../../../session/me.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { RepairOrigin } from '../repair-story/order-origin.tsx'
import { Completion, DeviceResults, Findings, OrderParts } from './completion.tsx'
import { Due, overdueMs, Schedule } from './due.tsx'
import { OrderChecks } from './order-checks.tsx'
import { OrderPlace, OrderSheet } from './order-sheet.tsx'
import { durationInWords } from './duration.ts'
import { orderKind, type OrderKind } from './order-kind.ts'
import { Actor, OrderTimeline, useStepName } from './order-timeline.tsx'
import { Photos } from '../../base/file/photos.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { Rating } from './rating.tsx'
import { useOrderWork } from './use-order-work.tsx'
import './order.css'

/** States in which somebody still has to work on the order. */
const needsEngineer: ReadonlySet<string> = new Set([
  orderStatus.assigned,
  orderStatus.accepted,
  orderStatus.inProgress,
  orderStatus.onHold,
])

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
        {
          label: fieldLabel('scan'),
          render: ({ scan }) => (scan === null ? '—' : <StatusTag enumeration="signScan" value={scan} />),
        },
        { label: t(($) => $.distance), render: ({ distanceM }) => metres(distanceM) },
        { label: fieldLabel('accuracyM'), render: ({ accuracyM }) => metres(accuracyM) },
        { label: fieldLabel('reason'), render: ({ reason }) => reason ?? '—' },
      ]}
    />
  )
}

const Overview = ({ kind, order }: Part) => {
  const { t } = useTranslation('order')
  const file = useTranslation('file').t
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
                : listed(engineers.map(({ name, phone }) => (phone ? `${name} (${phone})` : name))),
          },
          { field: 'scheduledFrom', label: t(($) => $.schedule), value: <Schedule order={order} /> },
          { field: 'dueAt', value: <Due order={order} /> },
          'firstResponseAt',
          'origin',
          ...(alarmId === null
            ? []
            : [
                {
                  field: 'alarmId' as const,
                  label: t(($) => $.linkedAlarm),
                  value: linkable ? <a href={pageHref('alarmDetail', { id: alarmId })}>{alarmCode}</a> : alarmCode,
                },
              ]),
          ...(feedbackId === null
            ? []
            : [
                {
                  field: 'feedbackId' as const,
                  value: can('userFeedback:view') ? (
                    <a href={pageHref('userFeedbackList', { open: feedbackId })}>{t(($) => $.openFeedback)}</a>
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
                    <a href={pageHref(`${source.kind}OrderDetail`, { id: sourceOrderId })}>{order.sourceOrderCode}</a>
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
      <OrderPlace order={order} withMap />
      <Panel title={t(($) => $.panels.sites)}>
        {sites.length === 0 ? (
          t(($) => $.noSites)
        ) : (
          <ul className="ew-sites">
            {sites.map(({ id, name, address, signedAt }) => (
              <li key={id}>
                {listed([name, address])} —{' '}
                {signedAt ? t(($) => $.signedAt, { time: formatInZone(signedAt, order.timeZone) }) : t(($) => $.notSigned)}
              </li>
            ))}
          </ul>
        )}
        <SignIns order={order} />
      </Panel>
      <Panel title={t(($) => $.panels.photos)}>
        {photos.length === 0 ? file(($) => $.photos.none) : <Photos ids={photos} />}
      </Panel>
    </>
  )
}

/** The history of assignments, or of verification and rating. */
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
        { label: fieldLabel('engineers'), render: ({ engineers }) => listed(engineers) || '—' },
        { label: fieldLabel('note'), render: ({ note }) => note ?? '—' },
        { label: fieldLabel('onBehalfReason'), render: ({ onBehalfReason }) => onBehalfReason ?? '—' },
      ]}
    />
  )
}

/** Whom the order's messages went to, and who has read them. */
const Messages = ({ kind, order }: Part) => {
  const { t } = useTranslation('order')
  const messages = useCall(kind.calls.messageList, { id: order.id }).data
  if (!messages) return null
  return (
    <>
      <PlainTable
        label={t(($) => $.tabs.messages)}
        rows={messages}
        columns={[
          { label: t(($) => $.time), render: ({ at }) => <Time value={at} /> },
          { label: fieldLabel('receiver'), render: ({ receiver }) => receiver },
          { label: fieldLabel('content'), render: ({ title, content }) => <TwoLines small={content}>{title}</TwoLines> },
          { label: t(($) => $.messageRead), render: ({ readAt }) => (readAt ? <Time value={readAt} /> : t(($) => $.notRead)) },
        ]}
      />
      <p className="ew-muted">{t(($) => $.messagesNote)}</p>
    </>
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

/** Why the order is on hold, and when it resumes. */
const OnHold = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const { status, heldFrom, holdUntil, holdReason, timeZone } = order
  if (status !== orderStatus.onHold || heldFrom === null) return null
  const state = enumLabel('orderStatus', heldFrom)
  return (
    <Alert
      className="ew-form-alert"
      type="warning"
      showIcon
      title={t(($) => $.heldBecause, { reason: holdReason ?? '' })}
      description={
        holdUntil === null
          ? t(($) => $.heldUntilOpen, { state })
          : t(($) => $.heldUntil, { state, until: formatInZone(holdUntil, timeZone) })
      }
    />
  )
}

/** An assigned engineer can no longer work on orders: somebody else has to take over. */
const EngineerGone = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const gone = order.engineers.filter(({ available }) => !available)
  if (gone.length === 0 || !needsEngineer.has(order.status)) return null
  const names = listed(gone.map(({ name }) => name))
  return <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.engineerGone, { names })} />
}

/** Why the work was sent back, for whoever continues it. */
const SentBack = ({ order: { status, history } }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const step = sentBackBy(history)
  if (step === undefined || isClosedOrder(status)) return null
  const title = t(($) => $.sentBack, { who: step.actor ?? t(($) => $.system), reason: step.note ?? '—' })
  return <Alert className="ew-form-alert" type="warning" showIcon title={title} />
}

const drawBanner = (order: OrderDetail) => (
  <>
    <SentBack order={order} />
    <Findings order={order} />
    <Overdue order={order} />
    <OnHold order={order} />
    <EngineerGone order={order} />
  </>
)

/** The page of one order of one kind (`…/detail?id=`). */
export const orderDetailPage = (built: OrderKindName) => {
  const kind = orderKind(built)
  return function OrderDetailPage() {
    const { t } = useTranslation('order')
    const navigate = useNavigate()
    const { actionsOf, dialog } = useOrderWork(kind, () => navigate({ to: pages[`${kind.kind}OrderList`] }))
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
        key: 'checks',
        label: words.checks,
        content: (
          <>
            <section className="ew-panel-gap">
              <OrderChecks order={order} />
            </section>
            <section className="ew-panel">
              <h2>{t(($) => $.work.parts)}</h2>
              <OrderParts order={order} />
            </section>
          </>
        ),
      },
      {
        key: 'dispatch',
        label: words.dispatch,
        content: <History kind={kind} order={order} list="assignList" label={words.dispatch} />,
      },
      { key: 'audit', label: words.audit, content: <History kind={kind} order={order} list="verifyList" label={words.audit} /> },
      { key: 'messages', label: words.messages, content: <Messages kind={kind} order={order} /> },
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
