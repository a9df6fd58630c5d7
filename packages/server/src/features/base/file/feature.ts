import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportProgress, ownTasks, readFile } from './file.reads.ts'
import { upload } from './file.verbs.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { exportKind } from '../../../platform/exports.ts'
import { importKind } from '../../../platform/imports.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { cleanUp, removeUnused } from './clean-up.ts'
import { runExport } from './run-export.ts'
import { runImport } from './run-import.ts'

const fileRoutes = bind(endpoints.file, { upload, commonUpload: upload, read: readFile, exportProgress, tasks: ownTasks })

/** Exports, imports and clean-up. What is cheap to find is cleaned up every ten minutes, the rest at night. */
const fileJobs = ({ systemCtx, exports, imports, log }: JobServices): JobDefinition[] => [
  job(exportKind, ({ exportId }, stopping) => runExport(systemCtx, exports, log, exportId, stopping)),
  job(importKind, ({ importId }, stopping) => runImport(systemCtx, imports, log, importId, stopping)),
  job('cleanUp', () => cleanUp(systemCtx), '*/10 * * * *'),
  job('removeUnused', () => removeUnused(systemCtx), '40 19 * * *'),
]

export const fileFeature: Feature = {
  name: 'file',
  routes: () => fileRoutes,
  jobs: fileJobs,
  liveKinds: ['export', 'import'],
  uploads: ['import', 'attachment'],
}
