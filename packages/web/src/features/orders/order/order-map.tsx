import { pageAddress } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { MapView } from '../../../kit/map/map-view.tsx'
import type { OrderKind } from './order-kind.ts'
import type { ViewFilters } from './view-filters.ts'

/** Projects with open orders. Those with overdue or urgent orders stand out; each is linked to its orders. */
export default function OrderMap({ kind, filters }: { kind: OrderKind; filters: ViewFilters }) {
  const { t } = useTranslation('order')
  const query = useCall(kind.calls.map, filters)
  if (query.isError && !query.data) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={8} />
  const { places, more } = query.data
  if (places.length === 0) return <p className="ew-empty">{t(($) => $.views.nothing)}</p>
  return (
    <>
      {more && <p className="ew-muted">{t(($) => $.map.more)}</p>}
      <MapView
        label={t(($) => $.map.label)}
        points={places.map(({ projectId, name, latitude, longitude, coordinateSystem, open, overdue, urgent }) => ({
          id: projectId,
          label: name,
          position:
            latitude === null || longitude === null
              ? null
              : { latitude, longitude, coordinateSystem: coordinateSystem ?? 'WGS84' },
          href: pageAddress(`${kind.kind}OrderList`, { projectId }),
          note: t(($) => $.map.note, { open, overdue, urgent }),
          tone: overdue > 0 || urgent > 0 ? 'fault' : 'normal',
        }))}
      />
    </>
  )
}
