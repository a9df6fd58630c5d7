import type { Logger } from 'pino'
import type { Ctx } from '../../platform/context.ts'
import type { ExportDefinitions } from '../../platform/exports.ts'
import type { ImportDefinitions } from '../../platform/imports.ts'
import { job, type JobDefinition } from '../../platform/jobs.ts'
import { cleanUp } from './clean-up.ts'
import { removeUnused } from './remove-unused.ts'
import { runExport } from './run-export.ts'
import { runImport } from './run-import.ts'

interface FileJobServices {
  readonly systemCtx: Ctx
  readonly exportDefinitions: ExportDefinitions
  readonly importDefinitions: ImportDefinitions
  readonly log: Logger
}

/** Jobs of the feature: writing exports, importing, and clearing up: what is cheap to find every ten minutes, the rest at night. */
export const fileJobs = ({ systemCtx, exportDefinitions, importDefinitions, log }: FileJobServices): JobDefinition[] => [
  job('export', ({ exportId }) => runExport(systemCtx, exportDefinitions, log, exportId)),
  job('import', ({ importId }) => runImport(systemCtx, importDefinitions, log, importId)),
  job('cleanUp', () => cleanUp(systemCtx), '*/10 * * * *'),
  job('removeUnused', () => removeUnused(systemCtx), '40 19 * * *'),
]
