import type { MapArea, MapConfig } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { chinaAreas } from '../area/area.reads.ts'
import { areaCentres } from './area-centres.ts'

/** Which map the console draws: AMap if a key is set, otherwise its own. */
export const mapConfig = async ({ config }: Pick<Ctx, 'config'>): Promise<MapConfig> => {
  const { amapKey, amapScriptUrl, amapSecurityCode } = config
  if (amapKey === undefined) return { provider: 'offline', scriptUrl: null, securityCode: null }
  const script = new URL(amapScriptUrl)
  script.searchParams.set('v', '2.0')
  script.searchParams.set('key', amapKey)
  return { provider: 'amap', scriptUrl: script.href, securityCode: amapSecurityCode ?? null }
}

/** Provinces, and the cities or districts whose centre is known. */
export const areasOnMap = async (ctx: Ctx): Promise<MapArea[]> => {
  const rows = await chinaAreas(ctx)
  return rows.flatMap(({ code, level, name_zh, name_en }) => {
    const centre = areaCentres.get(code)
    if (!centre) return []
    const [longitude, latitude] = centre
    return [{ code, level, name: ctx.locale === 'zh' ? name_zh : name_en, latitude, longitude, coordinateSystem: 'WGS84' }]
  })
}
