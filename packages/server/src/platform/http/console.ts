import staticFiles from '@fastify/static'
import { DomainError } from '@emberwatch/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Serves the built console: hashed assets are cached for a year, its page never. Other paths are 404s of the catalogue. */
export const registerConsole = async (server: FastifyInstance, dist: string): Promise<void> => {
  if (existsSync(join(dist, 'index.html'))) {
    await server.register(staticFiles, {
      root: dist,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  server.setNotFoundHandler(() => {
    throw new DomainError('pathUnknown')
  })
}
