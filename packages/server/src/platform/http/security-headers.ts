import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../../config.ts'

type MapConfig = Pick<Config, 'amapKey' | 'amapScriptUrl'>

/** Where AMap's script loads its parts, images and data from. */
const amap = {
  script: ['https://*.amap.com'],
  img: ['https://*.amap.com', 'https://*.autonavi.com'],
  connect: ['https://*.amap.com'],
} as const

/** What the page may load from an online map: nothing without a key. A source for the content security policy, evaluated per answer. */
const mapSource = (config: MapConfig, part: keyof typeof amap) => (): string =>
  config.amapKey === undefined ? '' : [new URL(config.amapScriptUrl).origin, ...amap[part]].join(' ')

/** Adds the security headers to every answer: the content security policy of the console, and what helmet adds by default. */
export const addSecurityHeaders = (server: FastifyInstance, config: MapConfig): void => {
  // Not helmet's fastify plugin: it builds the headers anew per request and adds a function to each reply, which makes V8 keep the request
  // until the next full garbage collection.
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", mapSource(config, 'script')],
        // antd writes its styles at run time.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', mapSource(config, 'img')],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'", mapSource(config, 'connect')],
        'worker-src': ["'self'", 'blob:'],
        'media-src': ["'self'", 'data:', 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    crossOriginOpenerPolicy: false,
  })
  server.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, (error) => done(error as Error | undefined)),
  )
}
