import { type MapConfig, convertPosition, type Position } from '@emberwatch/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import type { MapCanvasProps } from './offline-map.tsx'
import { isPlaced, type MapPlace } from './places.ts'

/** The part of AMap's script (JS API 2.0) that this console uses. */
export interface AMapMap {
  on(event: 'click', listener: (event: { lnglat: { getLng(): number; getLat(): number } }) => void): void
  add(overlays: readonly object[]): void
  clearMap(): void
  setFitView(overlays?: null, immediately?: boolean, avoid?: readonly number[], maxZoom?: number): void
  destroy(): void
}
export interface AMapApi {
  Map: new (container: HTMLElement, options: { zoom: number; center: readonly [number, number]; lang: string }) => AMapMap
  Marker: new (options: { position: readonly [number, number]; title: string }) => {
    on(event: 'click', listener: () => void): void
  }
  Circle: new (options: {
    center: readonly [number, number]
    radius: number
    fillOpacity: number
    strokeWeight: number
  }) => object
}

interface AMapWindow {
  AMap?: AMapApi
}

const timeoutMs = 15_000

let loading: Promise<AMapApi> | undefined

const loadScript = ({ scriptUrl, securityCode }: MapConfig): Promise<AMapApi> =>
  new Promise((resolve, reject) => {
    const host = window as unknown as AMapWindow
    if (securityCode !== null) Object.assign(window, { _AMapSecurityConfig: { securityJsCode: securityCode } })
    const script = document.createElement('script')
    const failed = () => {
      script.remove()
      reject(new Error('the map service does not answer'))
    }
    const timer = setTimeout(failed, timeoutMs)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      if (host.AMap) resolve(host.AMap)
      else failed()
    })
    script.addEventListener('error', () => {
      clearTimeout(timer)
      failed()
    })
    script.src = scriptUrl ?? ''
    document.head.append(script)
  })

/** Loads AMap's script once; after a failure, the next map tries again. */
const loadAMap = (config: MapConfig): Promise<AMapApi> => {
  loading ??= loadScript(config).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

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
