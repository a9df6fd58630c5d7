import { convertPosition, type MapConfig, type Position } from '@emberwatch/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import { loadAMap, type AMapApi, type AMapMap } from './load-amap.ts'
import type { MapCanvasProps } from './offline-map.tsx'
import { isPlaced, type MapPlace } from './places.ts'

interface AMapProps extends MapCanvasProps {
  config: MapConfig
  /** The script could not be loaded or started. */
  onFailed: () => void
}

const lnglat = (position: Position): readonly [number, number] => {
  const { longitude, latitude } = convertPosition(position, 'GCJ02')
  return [longitude, latitude]
}

const closest = 16

const draw = (api: AMapApi, map: AMapMap, places: readonly MapPlace[], choose: (place: MapPlace) => void): void => {
  map.clearMap()
  const placed = places.filter(isPlaced)
  const pins = placed.map((place) => {
    const marker = new api.Marker({ position: lnglat(place.position), title: place.label })
    marker.on('click', () => choose(place))
    return marker
  })
  const circles = placed.flatMap(({ position, radiusM }) =>
    radiusM ? [new api.Circle({ center: lnglat(position), radius: radiusM, fillOpacity: 0.15, strokeWeight: 1 })] : [],
  )
  map.add([...pins, ...circles])
}

/** The map of AMap, if the installation has a key for it. Its coordinates are GCJ-02. */
export default function AMap({ config, label, places, onPick, onChoose, onFailed }: AMapProps) {
  const { t } = useTranslation('map')
  const box = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState<{ api: AMapApi; map: AMapMap }>()
  const picked = useEffectEvent((longitude: number, latitude: number) =>
    onPick?.({ longitude, latitude, coordinateSystem: 'GCJ02' }),
  )
  const failed = useEffectEvent(onFailed)
  const chosen = useEffectEvent((place: MapPlace) => onChoose([place]))

  useEffect(() => {
    let current = true
    let map: AMapMap | undefined
    const start = async () => {
      const api = await loadAMap(config)
      if (!current || !box.current) return
      const lang = currentLanguage() === 'zh' ? 'zh_cn' : 'en'
      map = new api.Map(box.current, { zoom: 4, center: [104, 36], lang })
      map.on('click', ({ lnglat: at }) => picked(at.getLng(), at.getLat()))
      setReady({ api, map })
    }
    start().catch(() => current && failed())
    return () => {
      current = false
      map?.destroy()
    }
  }, [config])

  const drawnKey = JSON.stringify(places)
  const isPicking = onPick !== undefined
  useEffect(() => {
    if (!ready) return
    draw(ready.api, ready.map, JSON.parse(drawnKey) as MapPlace[], (place) => chosen(place))
    if (!isPicking) ready.map.setFitView(null, true, [48, 48, 48, 48], closest)
  }, [ready, drawnKey, isPicking])

  return <div ref={box} className="ew-map" role="application" aria-label={t(($) => $.mapLabel, { label })} aria-busy={!ready} />
}
