import type { Logger } from 'pino'
import type { Readable } from 'node:stream'
import type { Ctx } from '../../platform/context.ts'
import { scoped } from '../../platform/database/scope.ts'
import type { StoredFile } from '../../platform/files.ts'
import { texts } from '../../platform/i18n.ts'
import { sheetLimits, unreadable, type ImportDefinitions } from '../../platform/imports.ts'
import { failedRowsFile, passwordFile, sheetMime } from '../../platform/imports/files.ts'
import { runRows, type ImportRun, type StoredImport } from '../../platform/imports/run-rows.ts'
import { Overtaken } from '../../platform/imports/write-rows.ts'
import { openSheet } from '../../platform/sheets/open-sheet.ts'
import { SheetError } from '../../platform/sheets/sheet.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { callerOfAccount } from '../session/authenticate.ts'
import { insertFile, timeZoneOf } from './file.store.ts'
import { failuresOf, finishImportJob, progressOf, takeImportJob } from './import.store.ts'

/** So often an import that was broken off is taken up again; the last time that the queue tries (jobs.ts), it only ends it. */
const mostAttempts = 5
const mostFileBytes = 268_435_456

/** The account may not import any more; what was imported stays. */
class NotAllowed extends Error {}

/**
 * Runs one ordered import, as the account that ordered it: with the rights and the scope that it has at each batch. Queued again after a crash it
 * goes on where it was; a dry run, of which nothing stays, begins anew.
 */
export const runImport = async (systemCtx: Ctx, definitions: ImportDefinitions, log: Logger, importId: number): Promise<void> => {
  const { systemDb } = systemCtx
  const job = await takeImportJob(systemDb, importId)
  if (!job) return
  const definition = definitions[job.list]
  if (!definition) throw new Error(`no import of ${job.list}`)
  const find = callerOfAccount(systemDb, systemCtx.clock)
  const caller = async (): Promise<Ctx> => {
    const found = await find(job.account_id, job.issued_by)
    if (!found?.actor.operations.has(`${job.list}:import`)) throw new NotAllowed()
    const origin = { ...systemCtx.origin, ip: job.ip, traceId: job.trace_id ?? systemCtx.origin.traceId }
    return { ...systemCtx, ...found, db: scoped(systemDb, found.scope), locale: job.locale, origin }
  }
  const open = async (): Promise<ImportRun> => {
    const sheet = await openSheet(systemCtx.files.pathOf(job.file_id), sheetLimits)
    return { job, definition, sheet, timeZone: await timeZoneOf(systemDb, job.account_id), systemDb, caller }
  }
  const { stopped } = texts[job.locale].imports
  let run: ImportRun | undefined
  try {
    if (job.attempts > mostAttempts) {
      // The sheet itself may be what it fails at.
      const last = await open().catch(() => undefined)
      return await conclude(systemCtx, job, last, stopped.internal)
    }
    run = await open()
    await runRows(run)
    await conclude(await caller(), job, run)
  } catch (error) {
    if (error instanceof Overtaken) return
    if (error instanceof NotAllowed) return conclude(systemCtx, job, run, stopped.account)
    if (error instanceof SheetError)
      return conclude(systemCtx, job, undefined, String(unreadable({ locale: job.locale }, error).params['reason']))
    log.error({ err: error, importId }, 'import broken off')
    throw error // the queue tries again
  }
}

type FileKind = 'failed' | 'passwords'

/** Ends an import, with an error when it could not go on. What was imported stays, and whoever ordered it gets the failed rows and the passwords so far. */
const conclude = async (ctx: Ctx, job: StoredImport, run: ImportRun | undefined, error: string | null = null): Promise<void> => {
  const reached = await progressOf(ctx.systemDb, job.id)
  const failures = await failuresOf(ctx.systemDb, job.id)
  const written = new Map<FileKind, StoredFile>()
  const store = async (kind: FileKind, bytes: Readable | null): Promise<void> => {
    if (bytes !== null) written.set(kind, await ctx.files.save(bytes, mostFileBytes))
  }
  try {
    if (run && failures.size > 0) await store('failed', failedRowsFile(run, failures))
    const wasCreated = (row: number): boolean => row <= reached && !failures.has(row)
    if (run && !job.dry_run && reached > 0) await store('passwords', passwordFile(ctx, run, wasCreated))
    await transact(ctx, (write) => record(write, job, written, { reached, error }))
  } catch (failure) {
    for (const { id } of written.values()) await ctx.files.remove(id)
    throw failure
  }
}

const record = async (
  write: Write,
  job: StoredImport,
  written: ReadonlyMap<FileKind, StoredFile>,
  { reached, error }: { readonly reached: number; readonly error: string | null },
): Promise<void> => {
  const { systemDb } = write
  const account = await systemDb
    .selectFrom('account')
    .select(['company_id', 'path'])
    .where('id', '=', job.account_id)
    .executeTakeFirstOrThrow()
  for (const [kind, stored] of written) {
    // Like an export: read by nobody but whoever ordered it.
    await insertFile(systemDb, {
      ...stored,
      ...account,
      account_id: job.account_id,
      name: `${job.list}-${texts[job.locale].imports.file[kind]}.${job.format}`,
      mime: sheetMime[job.format],
      purpose: 'export',
      created_at: write.at,
    })
  }
  const state = error === null ? 'done' : 'failed'
  const { succeeded, failed } = await finishImportJob(systemDb, job.id, reached, {
    state,
    error,
    failed_file_id: written.get('failed')?.id ?? null,
    password_file_id: written.get('passwords')?.id ?? null,
  })
  write.audit({
    action: `${job.list}.import.finish`,
    object: { kind: 'import', id: job.id, name: job.file_name },
    owner: { companyId: account.company_id, path: account.path },
    changes: { succeeded: [null, succeeded], failed: [null, failed], dryRun: [null, job.dry_run] },
    ...(error === null ? {} : { result: 'failed' }),
  })
  write.emit({ kind: 'import', change: state, objectId: job.id, owner: { path: '', accountId: job.account_id } })
}
