import type { JobServices } from '../../../platform/feature.ts'
import { exportKind } from '../../../platform/exports.ts'
import { importKind } from '../../../platform/imports.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { cleanUp } from './clean-up.ts'
import { removeUnused } from './remove-unused.ts'
import { runExport } from './run-export.ts'
import { runImport } from './run-import.ts'

/** Exports, imports and clean-up. What is cheap to find is cleaned up every ten minutes, the rest at night. */
export const fileJobs = ({ systemCtx, exports, imports, log }: JobServices): JobDefinition[] => [
  job(exportKind, ({ exportId }, stopping) => runExport(systemCtx, exports, log, exportId, stopping)),
  job(importKind, ({ importId }, stopping) => runImport(systemCtx, imports, log, importId, stopping)),
  job('cleanUp', () => cleanUp(systemCtx), '*/10 * * * *'),
  job('removeUnused', () => removeUnused(systemCtx), '40 19 * * *'),
]
