import type { Feature } from '../../../platform/feature.ts'
import { appVersionJobs } from './app-version.jobs.ts'
import { appVersionExport } from './app-version.reads.ts'
import { appVersionRoutes } from './app-version.routes.ts'

/** app.ts registers the address of the sign-in page's QR code. */
export const appVersionFeature: Feature = {
  name: 'app-version',
  routes: () => appVersionRoutes,
  exports: { appVersion: appVersionExport },
  jobs: appVersionJobs,
  liveKinds: ['appVersion'],
  uploads: ['apk'],
}
