import staticFiles from '@fastify/static'
import { DomainError } from '@emberwatch/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The engineers' page. What it loads is named relative to this address, so it has to end with a slash. */
const phonePage = '/m/'

/** Folders of files whose names hold a hash of what is in them. */
const assetFolders = ['assets/', 'm/assets/']

/**
 * Serves the built console: hashed assets are cached for a year, its pages never. Other paths are 404s of the catalogue. Assets are looked up on disk, since a
 * console that is built while this runs brings new ones; its pages, which name them, keep their addresses. Only assets: a wildcard over everything would
 * answer unknown calls as well, past their limit.
 */
export const registerConsole = async (server: FastifyInstance, dist: string): Promise<void> => {
  if (existsSync(join(dist, 'index.html'))) {
    const isAsset = (path: string) => assetFolders.some((folder) => path.startsWith(join(dist, folder)))
    await server.register(staticFiles, {
      root: dist,
      wildcard: false,
      cacheControl: false,
      // The build puts compressed files beside the others; they have no address of their own.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}', '**/assets/**'],
      setHeaders: (reply, path) =>
        void reply.header('cache-control', isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
    // Not the plugin's own wildcard: it reads the whole folder, of a thousand names, once or twice for each file that it sends.
    for (const folder of assetFolders)
      server.get<{ Params: { '*': string } }>(`/${folder}*`, ({ params: { '*': name } }, reply) =>
        /\.(br|gz)$/.test(name) ? reply.callNotFound() : reply.sendFile(folder + name),
      )
  }
  server.addHook('onRequest', async (request, reply) => {
    // Relative, because a reverse proxy may serve the product under any path.
    if (`${request.url.split('?', 1)[0]}/` === phonePage) return reply.redirect('m/')
  })
  server.setNotFoundHandler(() => {
    throw new DomainError('pathUnknown')
  })
}
