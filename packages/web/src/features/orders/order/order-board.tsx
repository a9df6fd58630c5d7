import { pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { OrderCard } from './order-card.tsx'
import type { OrderKind } from './order-kind.ts'
import type { ViewFilters } from './view-filters.ts'

/** Open orders, one column per status. Those due first are on top. */
export default function OrderBoard({ kind, filters }: { kind: OrderKind; filters: ViewFilters }) {
  const { t } = useTranslation('order')
  const query = useCall(kind.calls.board, filters)
  if (query.isError && !query.data) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={8} />
  return (
    <div className="ew-board" role="region" aria-label={t(($) => $.views.board)} tabIndex={0}>
      {query.data.columns.map(({ status, total, list }) => (
        <section key={status} className="ew-board-column">
          <h2>
            {enumLabel('orderStatus', status)} <span className="ew-tab-count">{total}</span>
          </h2>
          {list.length === 0 ? (
            <p className="ew-muted">{t(($) => $.views.empty)}</p>
          ) : (
            <ul>
              {list.map((order) => (
                <li key={order.id}>
                  <OrderCard kind={kind} order={order} withStatus={false} />
                </li>
              ))}
            </ul>
          )}
          {total > list.length && (
            <a href={pageHref(`${kind.kind}OrderList`, { status })}>{t(($) => $.views.more, { count: total - list.length })}</a>
          )}
        </section>
      ))}
    </div>
  )
}
