import type { Logger } from 'pino'
import type { Ctx } from '../../platform/context.ts'
import type { ExportDefinitions } from '../../platform/exports.ts'
import { job, type JobDefinition } from '../../platform/jobs.ts'
import { cleanUp } from './clean-up.ts'
import { runExport } from './run-export.ts'

interface FileJobServices {
  readonly systemCtx: Ctx
  readonly exportDefinitions: ExportDefinitions
  readonly log: Logger
}

/** Jobs of the feature: writing exports, and clearing up every ten minutes. */
export const fileJobs = ({ systemCtx, exportDefinitions, log }: FileJobServices): JobDefinition[] => [
  job('export', ({ exportId }) => runExport(systemCtx, exportDefinitions, log, exportId)),
  job('cleanUp', () => cleanUp(systemCtx), '*/10 * * * *'),
]
