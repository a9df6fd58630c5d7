import type { MapConfig } from '@emberwatch/contract'

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
export const loadAMap = (config: MapConfig): Promise<AMapApi> => {
  loading ??= loadScript(config).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
