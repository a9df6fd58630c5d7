import { enumLabel } from '../../../i18n/i18n.ts'
import { type endpoints, pageHref, type RowOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { AreaNames } from '../../../kit/names.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { AnyColumn } from '../../../kit/list/types.ts'
import { UnmaskButton } from '../../../kit/masked.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useCan } from '../../../session/me.tsx'
import { daysUntil, nearDays } from './contract-end.ts'
import { isHidden, type CustomerWork } from './use-customer-actions.tsx'

type CustomerRow = RowOf<typeof endpoints.customer>

/** The end of the contract and the remaining time; yellow when it is near or past. */
export const ContractEnd = ({ contractEnd }: Pick<CustomerRow, 'contractEnd'>) => {
  const { t } = useTranslation('customer')
  const now = useNow()
  if (contractEnd === null) return <>—</>
  const days = daysUntil(contractEnd, now)
  const words =
    days > 0
      ? t(($) => $.contract.left, { count: days })
      : days === 0
        ? t(($) => $.contract.today)
        : t(($) => $.contract.over, { count: -days })
  return (
    <span className="ew-two-lines">
      <time className="ew-time" dateTime={contractEnd}>
        {contractEnd}
      </time>
      {days > nearDays ? <small>{words}</small> : <Tag look={{ tone: 'fault', shape: days < 0 ? '⊘' : '▲' }}>{words}</Tag>}
    </span>
  )
}

/** Open alarms of a customer, linked for users who may see alarms. */
export const OpenAlarms = ({ customer: { id, openAlarms } }: { customer: CustomerRow }) => {
  const { t } = useTranslation('customer')
  const can = useCan()
  return openAlarms === 0 || !can('alarm:view') ? (
    <>{openAlarms}</>
  ) : (
    <a href={pageHref('customerDetail', { id, tab: 'alarms' })}>{t(($) => $.live, { count: openAlarms })}</a>
  )
}

const Unmask = ({ row, unmask }: { row: CustomerRow; unmask: CustomerWork['unmask'] }) =>
  isHidden(row) && <UnmaskButton op="customer:unmask" name={row.name} onShow={() => unmask(row)} />

/** The columns of the list. Rows show what has been unmasked. */
export const useCustomerColumns = ({
  inFull,
  unmask,
}: Pick<CustomerWork, 'inFull' | 'unmask'>): readonly AnyColumn<CustomerRow>[] => {
  const { t } = useTranslation('customer')
  return [
    {
      field: 'name',
      label: t(($) => $.columns.customer),
      width: 180,
      render: (row) => (
        <TwoLines small={enumLabel('customerType', row.type)}>
          <a href={pageHref('customerDetail', { id: row.id })}>{inFull(row).name}</a>
        </TwoLines>
      ),
    },
    'enabled',
    {
      field: 'contacter',
      label: t(($) => $.columns.contact),
      render: (row) => (
        <TwoLines
          small={
            <>
              {inFull(row).phone ?? '—'} <Unmask row={inFull(row)} unmask={unmask} />
            </>
          }
        >
          {inFull(row).contacter}
        </TwoLines>
      ),
    },
    { field: 'openAlarms', render: (row) => <OpenAlarms customer={row} /> },
    { field: 'contractEnd', render: (row) => <ContractEnd contractEnd={row.contractEnd} /> },
    { field: 'projects', label: t(($) => $.columns.projects) },
    { field: 'devices', label: t(($) => $.columns.devices) },
    { field: 'companyName', width: 140 },
    {
      field: 'address',
      label: t(($) => $.columns.place),
      render: (row) => (
        <TwoLines small={row.address}>
          <AreaNames {...row} />
        </TwoLines>
      ),
    },
    { field: 'email', optional: true, render: (row) => inFull(row).email ?? '—' },
    ...auditColumns,
  ]
}
