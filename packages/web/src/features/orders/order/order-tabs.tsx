import { type Endpoint, enums, type OrderKindName, pageHref } from '@emberwatch/contract'
import { Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { Code } from '../../../kit/code.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useCan } from '../../../session/me.tsx'
import { Due } from './due.tsx'
import { orderKind } from './order-kind.ts'

/** A list of orders of one kind, with the inputs of an order page. */
type OrderList = ReturnType<typeof orderKind>['calls']['page']

interface OrderTabsProps {
  /** The list of each kind. Default: those of the order pages. */
  lists?: Readonly<Record<OrderKindName, Endpoint>>
  /** Fixed conditions, e.g. `{ projectId }`. */
  fixed: Readonly<Record<string, number>>
}

/** Whether the user may see orders of any kind. Only then does a page show its tab with orders. */
export const useSeesOrders = (): boolean => {
  const can = useCan()
  return enums.orderKind.some((kind) => can(orderKind(kind).operation.view))
}

/** The orders of a project, a customer or an account, by kind, as part of their pages. */
export const OrderTabs = ({ lists, fixed }: OrderTabsProps) => {
  const { t } = useTranslation('order')
  const can = useCan()
  const kinds = enums.orderKind.filter((kind) => can(orderKind(kind).operation.view))
  const [chosen, setChosen] = useState<OrderKindName>()
  const shown = chosen ?? kinds[0]
  if (shown === undefined) return null
  const kind = orderKind(shown)
  const endpoint = (lists?.[shown] ?? kind.calls.page) as OrderList
  return (
    <>
      <Radio.Group
        aria-label={t(($) => $.kindsOf)}
        className="ew-order-kinds"
        optionType="button"
        value={shown}
        options={kinds.map((value) => ({ value, label: enumLabel('orderKind', value) }))}
        onChange={({ target }) => setChosen(target.value as OrderKindName)}
      />
      <ListPage
        key={shown}
        embedded
        endpoint={endpoint}
        fixed={fixed}
        title={fieldLabel('order')}
        filters={['code', 'status', { kind: 'dateRange' }]}
        columns={[
          { field: 'code', render: ({ id, code }) => <Code href={pageHref(`${kind.kind}OrderDetail`, { id })}>{code}</Code> },
          'status',
          'priority',
          'projectName',
          { field: 'dueAt', render: (order) => <Due order={order} /> },
          'finishedAt',
        ]}
      />
    </>
  )
}
