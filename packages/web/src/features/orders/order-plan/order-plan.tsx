import { endpoints, type OrderPlan as Plan, pageHref } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { useCan } from '../../../session/me.tsx'
import '../../../kit/detail/detail.css'

type Row = Plan['plans'][number] & { id: number }

const LastOrder = ({ row }: { row: Row }) => {
  const can = useCan()
  const { kind, lastOrderId: id, lastOrderCode: code, lastOrderStatus: status } = row
  if (id === null || status === null) return <>—</>
  return (
    <>
      {can(`${kind}Order:view`) ? <a href={pageHref(`${kind}OrderDetail`, { id })}>{code}</a> : code}{' '}
      <StatusTag enumeration="orderStatus" value={status} />
    </>
  )
}

/** When a project is next inspected and maintained, and the order of the last time. Empty for users who cannot see such orders. */
export const OrderPlan = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('order-plan')
  const can = useCan()
  const may = can('inspectOrder:view') || can('maintenanceOrder:view')
  const plan = useCall(endpoints.orderPlan.next, { projectId }, { enabled: may, quiet: true }).data
  if (!plan) return null
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.title)}</h2>
      {plan.paused && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.paused, { reason: enumLabel('planPause', plan.paused) })}
        />
      )}
      <PlainTable<Row>
        label={t(($) => $.title)}
        rows={plan.plans.map((row, index) => ({ ...row, id: index }))}
        columns={[
          { label: t(($) => $.kind), render: ({ kind }) => enumLabel('orderKind', kind) },
          { label: t(($) => $.cycle), render: ({ cycleDays }) => t(($) => $.days, { count: cycleDays }) },
          { label: t(($) => $.next), render: ({ nextDueOn }) => nextDueOn ?? '—' },
          { label: t(($) => $.created), render: ({ nextCreatedOn }) => nextCreatedOn ?? '—' },
          { label: t(($) => $.last), render: ({ lastDueOn }) => lastDueOn ?? '—' },
          { label: t(($) => $.order), render: (row) => <LastOrder row={row} /> },
        ]}
      />
    </section>
  )
}
