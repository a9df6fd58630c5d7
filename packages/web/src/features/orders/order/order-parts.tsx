import type { OrderDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { PlainTable } from '../../../kit/plain-table.tsx'

/** The parts that were used, and which device replaced which. */
export const OrderParts = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const words = t(($) => $.work, { returnObjects: true })
  if (order.parts.length === 0) return <p className="ew-empty">{words.noParts}</p>
  return (
    <PlainTable
      label={words.parts}
      rows={order.parts}
      columns={[
        { label: words.part, render: ({ name }) => name },
        { label: words.quantity, render: ({ quantity }) => quantity },
        {
          label: words.codes,
          render: ({ oldCode, newCode }) => (oldCode || newCode ? `${oldCode ?? '—'} → ${newCode ?? '—'}` : '—'),
        },
      ]}
    />
  )
}
