import { DomainError, enums, follows, type EnumValue } from '@emberwatch/contract'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../../platform/context.ts'
import { parseForm } from '../../../platform/http/body-parsers.ts'
import { newestAppUrl } from './offered-versions.ts'

/** For anybody who scans the QR code of a sign-in page. */
const access = 'public'

const isApp = (text: string): text is EnumValue<'appKind'> => (enums.appKind as readonly string[]).includes(text)

const platformOf = (userAgent = ''): EnumValue<'appPlatform'> | undefined =>
  /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : userAgent.includes('Android') ? 'android' : undefined

/** From `/api/web/app/download/admin` to `/api/…`, under whatever path the product is served. */
const toCalls = '../../../'

/** `GET /api/web/app/download/<app>`: redirects a phone to the newest version of an app, as a file or in a store. */
export const registerAppDownload = (server: FastifyInstance, ctx: Ctx): void => {
  server.route<{ Params: { app: string } }>({
    method: 'GET',
    url: '/api/web/app/download/:app',
    schema: { hide: true },
    config: { access },
    handler: async (request, reply) => {
      const { app } = request.params
      const { company } = parseForm(request.url.split('?', 2)[1] ?? '')
      const companyCode = typeof company === 'string' && follows('orgCode', company) ? company : undefined
      const platform = platformOf(request.headers['user-agent'])
      const url = isApp(app) ? await newestAppUrl(ctx.systemDb, { app, companyCode, platform }) : null
      if (url === null) throw new DomainError('notFound')
      return reply.header('cache-control', 'no-store').redirect(url.startsWith('https://') ? url : `${toCalls}${url}`, 302)
    },
  })
}
