import { endpoints, type Position } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { isPlaced, type MapPlace } from './places.ts'
import './map.css'

const OfflineMap = lazy(() => import('./offline-map.tsx'))
const AMap = lazy(() => import('./amap.tsx'))

export type { MapPlace } from './places.ts'

interface MapViewProps {
  /** What the map shows, for screen readers. */
  label: string
  points: readonly MapPlace[]
  onPick?: (position: Position) => void
  /** Without the list below, if the page itself lists the places. */
  withoutList?: true
}

const Place = ({ place }: { place: MapPlace }) => {
  const { t } = useTranslation('map')
  return (
    <li>
      {place.href === undefined ? <strong>{place.label}</strong> : <a href={`#${place.href}`}>{place.label}</a>}
      {place.note !== undefined && <span className="ew-muted"> {place.note}</span>}
      {!isPlaced(place) && <span className="ew-muted"> {t(($) => $.noPosition)}</span>}
    </li>
  )
}

/**
 * Places on a map: the bundled one, or AMap if the installation has a key; with a list of the same places. If the map service does
 * not answer, that is shown and the bundled map is used.
 */
export const MapView = ({ label, points, onPick, withoutList }: MapViewProps) => {
  const { t } = useTranslation('map')
  const config = useCall(endpoints.map.config, {}, { staleTime: 300_000, quiet: true })
  const [failed, setFailed] = useState(false)
  const [chosen, setChosen] = useState<readonly (number | string)[]>([])
  const shown = points.filter(({ id }) => chosen.includes(id))
  const canvas = {
    label,
    places: points,
    onPick,
    onChoose: (places: readonly MapPlace[]) => setChosen(places.map(({ id }) => id)),
  }
  const online = config.data?.provider === 'amap' && !failed ? config.data : undefined
  return (
    <div className="ew-map-view">
      {failed && (
        <p className="ew-map-problem" role="alert">
          {t(($) => $.serviceError)}
        </p>
      )}
      {config.isPending ? (
        <div className="ew-map" aria-busy />
      ) : (
        <Suspense fallback={<div className="ew-map" aria-busy />}>
          {online ? <AMap {...canvas} config={online} onFailed={() => setFailed(true)} /> : <OfflineMap {...canvas} />}
        </Suspense>
      )}
      <div role="status">
        {shown.length > 0 && (
          <ul className="ew-map-chosen">
            {shown.map((place) => (
              <Place key={place.id} place={place} />
            ))}
          </ul>
        )}
      </div>
      {!withoutList && points.length > 0 && (
        <details className="ew-map-list" open={!points.some(isPlaced)}>
          <summary>{t(($) => $.list, { count: points.length })}</summary>
          <ul>
            {points.map((place) => (
              <Place key={place.id} place={place} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
