import type { ScreenMap } from '@emberwatch/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { MapView, type MapPlace } from '../../../kit/map/map-view.tsx'
import type { Place } from './use-screen-data.ts'

/** The projects, or those of the part that is shown. Those with open alarms are red and in front. */
export const SitesMap = memo(({ map, place }: { map: ScreenMap | undefined; place: Place | undefined }) => {
  const { t } = useTranslation('large-screen')
  const sites = (map?.sites ?? []).filter(({ id, province }) => {
    if (place?.projectId !== undefined) return id === place.projectId
    return place?.province === undefined || province === place.province
  })
  const points = sites.map(({ id, name, count, fires, alarms, latitude, longitude, coordinateSystem }, index): MapPlace => {
    const many = t(($) => $.mapMany, { number: count })
    return {
      id: id ?? `many ${index}`,
      label: alarms > 0 ? t(($) => $.mapOf, { name: name ?? many, fires, alarms }) : (name ?? many),
      name: name ?? many,
      position:
        latitude === null || longitude === null ? null : { latitude, longitude, coordinateSystem: coordinateSystem ?? 'WGS84' },
      tone: fires > 0 ? 'fire' : alarms > 0 ? 'fault' : 'normal',
      count,
    }
  })
  return (
    <section className="ew-screen-block ew-screen-map" aria-label={t(($) => $.map)}>
      <MapView label={t(($) => $.map)} points={points} withoutList />
    </section>
  )
})
