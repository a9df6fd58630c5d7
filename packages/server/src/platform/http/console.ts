import staticFiles from '@fastify/static'
import { DomainError } from '@emberwatch/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The engineers' page. What it loads is named relative to this address, so it has to end with a slash. */
const phonePage = '/m/'

/** Serves the built console: hashed assets are cached for a year, its page never. Other paths are 404s of the catalogue. */
export const registerConsole = async (server: FastifyInstance, dist: string): Promise<void> => {
  if (existsSync(join(dist, 'index.html'))) {
    await server.register(staticFiles, {
      root: dist,
      wildcard: false,
      cacheControl: false,
      // The build puts compressed files beside the others; they have no address of their own.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  server.addHook('onRequest', async (request, reply) => {
    // Relative, because a reverse proxy may serve the product under any path.
    if (`${request.url.split('?', 1)[0]}/` === phonePage) return reply.redirect('m/')
  })
  server.setNotFoundHandler(() => {
    throw new DomainError('pathUnknown')
  })
}
