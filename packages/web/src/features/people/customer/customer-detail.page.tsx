import { endpoints, enums, pageHref, type OutputOf, pages } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from '@tanstack/react-router'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { AreaNames } from '../../../kit/names.tsx'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { EnabledTag } from '../../../kit/status-tag.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { toneOf, useAlarmColumns } from '../../alarms/alarm/alarm-cells.tsx'
import { OrderTabs, useSeesOrders } from '../../orders/order/order-tabs.tsx'
import { CustomerContacts } from '../customer-contact/customer-contacts.tsx'
import { CustomerContracts } from '../customer-contract/customer-contracts.tsx'
import { CustomerAccounts } from './customer-account-list.page.tsx'
import { ContractEnd, OpenAlarms } from './customer-cells.tsx'
import { CustomerDevices, CustomerProjects } from '../../equipment/customer-site/customer-site.tsx'
import { isHidden, useCustomerActions } from './use-customer-actions.tsx'

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

const customer = endpoints.customer
type Detail = OutputOf<typeof customer.detail>

const Overview = ({ row }: { row: Detail }) => {
  const { t } = useTranslation('customer')
  const { privacyConsentAt, privacyVersion, notifyMethods } = row
  return (
    <>
      <Facts
        endpoint={customer.detail}
        row={row}
        title={t(($) => $.panels.contact)}
        facts={[
          'contacter',
          'phone',
          'email',
          'identityNo',
          { field: 'zone', value: <AreaNames {...row} /> },
          { field: 'address', value: row.address ?? '—' },
        ]}
      />
      <Facts
        endpoint={customer.detail}
        row={row}
        title={t(($) => $.panels.service)}
        facts={[
          'type',
          'companyName',
          { field: 'contractEnd', value: <ContractEnd contractEnd={row.contractEnd} /> },
          'contracts',
          'projects',
          { field: 'devices', label: t(($) => $.columns.devices) },
          { field: 'openAlarms', value: <OpenAlarms customer={row} /> },
          { field: 'notifyMethods', value: listed(notifyMethods.map((method) => enumLabel('notifyMethod', method))) || '—' },
          {
            field: 'privacyConsentAt',
            value:
              privacyConsentAt === null
                ? t(($) => $.noPrivacy)
                : t(($) => $.privacy, { time: formatTime(privacyConsentAt), version: privacyVersion ?? '—' }),
          },
        ]}
      />
      <Facts
        endpoint={customer.detail}
        row={row}
        title={t(($) => $.panels.record)}
        facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']}
      />
    </>
  )
}

const Alarms = ({ customerId }: { customerId: number }) => {
  const columns = useAlarmColumns()
  return (
    <ListPage
      embedded
      endpoint={endpoints.customerSite.alarms}
      fixed={{ customerId }}
      filters={['state', 'level', { kind: 'dateRange' }]}
      columns={[...columns, { field: 'closedAt', optional: true }, { field: 'closedBy', optional: true }]}
      tone={toneOf}
    />
  )
}

const drawStatus = ({ enabled }: Detail) => <EnabledTag enabled={enabled} />

/** The page of one customer (`…/detail?id=`): facts, projects, devices, accounts, contacts, alarms, orders, contracts and feedback. */
export default function CustomerDetailPage() {
  const { t } = useTranslation('customer')
  const can = useCan()
  const seesOrders = useSeesOrders()
  const navigate = useNavigate()
  const { actionsOf, unmask, inFull, dialog } = useCustomerActions(() => navigate({ to: pages.customerList }))
  const activity = useActivityTab(endpoints.activity.customer)
  const drawTabs = (row: Detail) => [
    { key: 'overview', label: t(($) => $.tabs.overview), content: <Overview row={inFull(row)} /> },
    ...(can('project:view')
      ? [{ key: 'projects', label: t(($) => $.tabs.projects), content: <CustomerProjects customerId={row.id} /> }]
      : []),
    ...(can('device:view')
      ? [{ key: 'devices', label: t(($) => $.tabs.devices), content: <CustomerDevices customerId={row.id} /> }]
      : []),
    ...(can('customerAccount:view')
      ? [{ key: 'accounts', label: t(($) => $.tabs.accounts), content: <CustomerAccounts customer={row} /> }]
      : []),
    ...(can('customerContact:view')
      ? [{ key: 'contacts', label: t(($) => $.tabs.contacts), content: <CustomerContacts customerId={row.id} /> }]
      : []),
    ...(can('alarm:view') ? [{ key: 'alarms', label: t(($) => $.tabs.alarms), content: <Alarms customerId={row.id} /> }] : []),
    ...(seesOrders
      ? [{ key: 'orders', label: t(($) => $.tabs.orders), content: <OrderTabs fixed={{ customerId: row.id }} /> }]
      : []),
    ...(can('customerContract:view')
      ? [{ key: 'contracts', label: t(($) => $.tabs.contracts), content: <CustomerContracts customer={row} /> }]
      : []),
    ...(can('userFeedback:view')
      ? [{ key: 'feedback', label: t(($) => $.tabs.feedback), content: <CustomerFeedback customerId={row.id} /> }]
      : []),
    ...activity(row),
  ]
  return (
    <>
      <DetailPage
        endpoint={customer.detail}
        title={(row) => inFull(row).name}
        status={drawStatus}
        actions={(row) => [
          ...(isHidden(inFull(row))
            ? [{ key: 'unmask', label: t(($) => $.unmask), op: 'customer:unmask' as const, onClick: () => unmask(row) }]
            : []),
          ...actionsOf(row),
        ]}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
