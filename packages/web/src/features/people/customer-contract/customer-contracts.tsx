import { type CustomerContractRow, endpoints, enums, pageHref } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { AnyColumn, Column } from '../../../kit/list/types.ts'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useCan, useMe } from '../../../session/me.tsx'
import { ContractFiles } from './contract-files.tsx'
import type { ContractCustomer } from './customer-contract.form.tsx'

const CustomerContractForm = lazy(() => import('./customer-contract.form.tsx'))

const contract = endpoints.customerContract
const dayMs = 86_400_000

/** Days from today to a day, by the viewer's calendar. */
const daysTo = (day: string, now: number): number => {
  const today = new Date(now)
  // Counted between midnights in UTC, so that clock changes make no day longer.
  return (Date.parse(`${day}T00:00:00Z`) - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) / dayMs
}

/** First and last day, and how long it still runs. */
const Term = ({ row: { startsOn, endsOn, state } }: { row: CustomerContractRow }) => {
  const { t } = useTranslation('customer-contract')
  const now = useNow()
  const left = daysTo(endsOn, now)
  const words = (): string => {
    if (state === 'upcoming') return t(($) => $.begins, { count: Math.max(daysTo(startsOn, now), 0) })
    if (state === 'ended') return t(($) => $.over, { count: Math.max(-left, 0) })
    return left <= 0 ? t(($) => $.lastDay) : t(($) => $.left, { count: left })
  }
  return <TwoLines small={words()}>{t(($) => $.until, { from: startsOn, to: endsOn })}</TwoLines>
}

const Amount = ({ row: { amount, currency } }: { row: CustomerContractRow }) => {
  const { i18n } = useTranslation()
  return <>{amount === null ? '—' : new Intl.NumberFormat(i18n.language, { style: 'currency', currency }).format(amount)}</>
}

/** The customer, linked for users who may see customers. */
const CustomerLink = ({ row: { customerId, customerName } }: { row: CustomerContractRow }) =>
  useCan()('customer:view') ? (
    <a href={pageHref('customerDetail', { id: customerId, tab: 'contracts' })}>{customerName}</a>
  ) : (
    <>{customerName}</>
  )

/** The contracts with one customer, or with all. */
export const CustomerContracts = ({ customer }: { customer?: ContractCustomer }) => {
  const { t } = useTranslation('customer-contract')
  const { user } = useMe()
  const ofAll = customer === undefined
  const { toolbar, edit, remove, dialog } = useRowActions<CustomerContractRow>({
    calls: contract,
    renderForm: (open) => <CustomerContractForm {...open} customer={customer} />,
    nameOf: ({ contractNo }) => contractNo,
    texts: { create: t(($) => $.create), remove: t(($) => $.deleteHint) },
  })
  const whose: Column<CustomerContractRow> = { field: 'customerName', width: 180, render: (row) => <CustomerLink row={row} /> }
  const columns: readonly AnyColumn<CustomerContractRow>[] = [
    {
      field: 'contractNo',
      width: 160,
      render: ({ contractNo, kind }) => <TwoLines small={enumLabel('contractKind', kind)}>{contractNo}</TwoLines>,
    },
    ...(ofAll ? [whose] : []),
    { field: 'state', render: ({ state }) => <StatusTag enumeration="contractState" value={state} /> },
    { field: 'endsOn', label: t(($) => $.term), width: 200, render: (row) => <Term row={row} /> },
    { field: 'amount', render: (row) => <Amount row={row} /> },
    { field: 'files', render: ({ files }) => <ContractFiles files={files} /> },
    { field: 'remark', optional: true },
    { field: 'companyName', optional: true },
    ...auditColumns,
  ]
  return (
    <>
      <ListPage
        {...(ofAll ? {} : { embedded: true, fixed: { customerId: customer.id }, title: t(($) => $.title) })}
        endpoint={contract.page}
        exporter={contract.export}
        tabs={{
          name: 'state',
          options: enums.contractState.map((value) => ({ value, label: enumLabel('contractState', value) })),
        }}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          'kind',
          ...(ofAll ? [{ kind: 'remote' as const, name: 'customerId' as const, endpoint: endpoints.customer.select }] : []),
          ...(ofAll && hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={columns}
        actions={toolbar}
        rowActions={(row) => [edit(row), remove(row)]}
        tone={({ state }) => (state === 'ending' || state === 'ended' ? 'fault' : undefined)}
      />
      {dialog}
    </>
  )
}
