import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { registerFeatureHttp, routesOf } from './features.ts'
import { createAuthenticate } from './features/base/access/authenticate.ts'
import { withKiosks } from './features/base/access/kiosk-sessions.ts'
import { answerOnce } from './features/base/app-request/answer-once.ts'
import type { Ingest } from './features/ingest/ingest/ingest.ts'
import { createKeys } from './features/partners/open-access/key-callers.ts'
import type { ApiLog } from './platform/api-log.ts'
import type { openPools } from './platform/database/pools.ts'
import type { RouteServices } from './platform/feature.ts'
import type { CallSettings } from './platform/http/call-settings.ts'
import { registerConsole } from './platform/http/console.ts'
import { registerOpenApi, registerOperations } from './platform/http/operations.ts'
import { createHttpServer } from './platform/http/server.ts'
import type { DiskWatch } from './platform/disk-space.ts'
import { openFileLimit } from './platform/open-files.ts'
import type { ServiceParts, ServiceReport } from './platform/service.ts'
import { traceCalls } from './platform/tracing/trace-calls.ts'

const consoleDir = join(import.meta.dirname, '..', '..', 'web', 'dist')

export interface HttpParts {
  readonly parts: ServiceParts
  readonly pools: Pick<ReturnType<typeof openPools>, 'calls' | 'partners'>
  readonly routes: RouteServices
  readonly ingest: Pick<Ingest, 'registerHttp'>
  readonly apiLog: ApiLog
  readonly callSettings: CallSettings
  readonly services: readonly Pick<ServiceReport, 'gauges'>[]
  readonly disk: Pick<DiskWatch, 'free'>
  readonly traced: boolean
}

export interface Http {
  readonly server: FastifyInstance
  /** In a trial, the token of this start for metrics and the API page: a call forwarded by a proxy on this machine looks local. */
  readonly trialToken: string | undefined
}

/** Everything that this process answers over HTTP: calls, addresses of features and of gateways, metrics, the console. */
export const createHttp = async (options: HttpParts): Promise<Http> => {
  const { parts, pools, routes, ingest, apiLog, callSettings, services, disk, traced } = options
  const { ctx, log } = parts
  const { clock, config } = ctx
  const calls = pools.calls.kysely
  const server = await createHttpServer({
    bindings: routesOf(routes),
    authenticate: withKiosks(createAuthenticate(calls, clock, config), calls, clock),
    keys: createKeys(pools.partners.kysely, clock),
    base: { ...ctx, systemDb: calls },
    onServed: apiLog.record,
    answerOnce,
    callSettings,
    log,
    openFiles: openFileLimit(),
    maxUploadBytes: Math.max(config.apkLimit, config.firmwareLimit, config.attachmentLimit),
    before: async (each) => {
      if (traced) traceCalls(each)
      await registerOpenApi(each)
    },
  })
  ingest.registerHttp(server)
  registerFeatureHttp(server, parts)
  const trialToken = config.metricsToken === undefined && !config.production ? randomBytes(12).toString('base64url') : undefined
  const gauges = Object.assign(
    {
      emberwatch_live_listeners: { help: 'Consoles with an open event stream', value: () => routes.hub.listeners() },
      emberwatch_disk_free_bytes: { help: 'Free on the fullest disk of the data directory', value: () => disk.free() },
    },
    ...services.map((service) => service.gauges),
  )
  await registerOperations(server, { health: routes.health, gauges, token: config.metricsToken ?? trialToken })
  await registerConsole(server, consoleDir)
  return { server, trialToken }
}
