import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportVersions, pageVersions, versionDetail } from './app-version.reads.ts'
import { createVersion } from './create-version.ts'
import { deleteVersion } from './delete-version.ts'
import { downloadVersion } from './download-version.ts'
import { examineApk } from './examine-apk.ts'
import { nextVersion } from './next-version.ts'
import { publishVersion } from './publish-version.ts'
import { updateVersion } from './update-version.ts'
import { withdrawVersion } from './withdraw-version.ts'

export const appVersionRoutes = bind(endpoints.appVersion, {
  page: pageVersions,
  detail: versionDetail,
  create: createVersion,
  update: updateVersion,
  del: deleteVersion,
  export: exportVersions,
  publish: publishVersion,
  withdraw: withdrawVersion,
  apk: examineApk,
  query: nextVersion,
  download: downloadVersion,
})
