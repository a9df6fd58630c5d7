import type { Feature } from '../../../platform/feature.ts'
import { signSiteExport } from './sign-site.reads.ts'
import { signSiteRoutes } from './sign-site.routes.ts'

export const signSiteFeature: Feature = {
  name: 'sign-site',
  routes: () => signSiteRoutes,
  exports: { signSite: signSiteExport },
}
