import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportVersions, pageVersions, versionDetail, appVersionExport } from './app-version.reads.ts'
import { createVersion, removeVersion, updateVersion } from './app-version.verbs.ts'
import { downloadVersion, nextVersion } from './offered-versions.ts'
import { examineApk } from './uploaded-apk.ts'
import { publishVersion, withdrawVersion } from './app-version-release.verbs.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { forgetInstalls } from './app-install.verbs.ts'
import { registerAppDownload } from './download.http.ts'

const appVersionRoutes = bind(endpoints.appVersion, {
  page: pageVersions,
  detail: versionDetail,
  create: createVersion,
  update: updateVersion,
  remove: removeVersion,
  export: exportVersions,
  publish: publishVersion,
  withdraw: withdrawVersion,
  apk: examineApk,
  query: nextVersion,
  download: downloadVersion,
})

const appVersionJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('appInstalls', () => forgetInstalls(systemCtx), '20 19 * * *'),
]

export const appVersionFeature: Feature = {
  name: 'app-version',
  routes: () => appVersionRoutes,
  exports: { appVersion: appVersionExport },
  jobs: appVersionJobs,
  http: (server, { ctx }) => registerAppDownload(server, ctx),
  liveKinds: ['appVersion'],
  uploads: ['apk'],
}
