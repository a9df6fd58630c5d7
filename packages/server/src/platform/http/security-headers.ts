import type { Config } from '../../config.ts'

/** Where AMap's script loads its parts, images and data from. */
const amap = {
  script: ['https://*.amap.com'],
  img: ['https://*.amap.com', 'https://*.autonavi.com'],
  connect: ['https://*.amap.com'],
} as const

/** What the page may load from an online map: nothing without a key. A source for the content security policy, evaluated per answer. */
export const mapSource = (config: Pick<Config, 'amapKey' | 'amapScriptUrl'>, part: keyof typeof amap) => (): string =>
  config.amapKey === undefined ? '' : [new URL(config.amapScriptUrl).origin, ...amap[part]].join(' ')
