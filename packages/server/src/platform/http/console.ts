import staticFiles from '@fastify/static'
import { DomainError } from '@emberwatch/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The engineers' page. Its resources are relative to this address, so it must end with a slash. */
const phonePage = '/m/'

/** Folders whose file names contain a hash of the content. */
const assetFolders = ['assets/', 'm/assets/']

/**
 * Serves the built console: hashed assets are cached for a year, its pages never. Other paths are the catalogue's 404. Assets are looked up
 * on disk, since a build during operation adds new ones; the pages that name them keep their addresses. Only assets have a wildcard route:
 * one for everything would also answer unknown calls, bypassing their limit.
 */
export const registerConsole = async (server: FastifyInstance, dist: string): Promise<void> => {
  if (existsSync(join(dist, 'index.html'))) {
    const isAsset = (path: string) => assetFolders.some((folder) => path.startsWith(join(dist, folder)))
    await server.register(staticFiles, {
      root: dist,
      wildcard: false,
      cacheControl: false,
      // The build writes compressed files next to the originals; they have no address of their own.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}', '**/assets/**'],
      setHeaders: (reply, path) =>
        void reply.header('cache-control', isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
    // Not the plugin's own wildcard, which lists the whole folder, a thousand names, for each file that it sends.
    for (const folder of assetFolders)
      server.get<{ Params: { '*': string } }>(`/${folder}*`, ({ params: { '*': name } }, reply) =>
        /\.(br|gz)$/.test(name) ? reply.callNotFound() : reply.sendFile(folder + name),
      )
  }
  server.addHook('onRequest', async (request, reply) => {
    // Relative, because a reverse proxy may serve the product under any path.
    if (`${request.url.split('?', 1)[0]}/` === phonePage) return reply.redirect('m/')
    if (request.is404) throw new DomainError('pathUnknown')
  })
  server.setNotFoundHandler(() => {
    throw new DomainError('pathUnknown')
  })
}
