import type { Feature } from '../../../platform/feature.ts'
import { appVersionJobs } from './app-version.jobs.ts'
import { appVersionExport } from './app-version.reads.ts'
import { appVersionRoutes } from './app-version.routes.ts'
import { registerAppDownload } from './download.http.ts'

export const appVersionFeature: Feature = {
  name: 'app-version',
  routes: () => appVersionRoutes,
  exports: { appVersion: appVersionExport },
  jobs: appVersionJobs,
  http: (server, { ctx }) => registerAppDownload(server, ctx),
  liveKinds: ['appVersion'],
  uploads: ['apk'],
}
