import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { loadConfig } from '../config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createHttpServer, type HttpOptions } from '../platform/http/server.ts'

/** The HTTP server alone, without a database: for what it decides before a call reaches its verb. Nobody has a session. */
export const bareServer = (options: Partial<HttpOptions> = {}): Promise<FastifyInstance> =>
  createHttpServer({
    bindings: [],
    authenticate: async () => null,
    base: { config: loadConfig({}), systemDb: openDatabase({ host: '/nowhere' }).kysely } as unknown as HttpOptions['base'],
    onServed: () => undefined,
    log: pino({ level: 'silent' }),
    maxUploadBytes: 1_048_576,
    ...options,
  })
