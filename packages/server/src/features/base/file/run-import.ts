import type { Logger } from 'pino'
import type { Readable } from 'node:stream'
import type { Ctx } from '../../../platform/context.ts'
import { narrowJoined, scoped } from '../../../platform/database/scope.ts'
import type { StoredFile } from '../../../platform/files.ts'
import { texts } from '../../../platform/i18n.ts'
import { importKind, sheetLimitsOf, unreadable } from '../../../platform/imports.ts'
import type { ImportDefinitions } from '../../../platform/imports/definition.ts'
import { failedRowsFile, passwordFile, sheetMime } from '../../../platform/imports/files.ts'
import { finishImportJob, postponeImportJob, takeImportJob } from '../../../platform/imports/import-jobs.ts'
import { runRows, type ImportRun, type StoredImport } from '../../../platform/imports/run-rows.ts'
import { ImportInterrupted, ImportTakenOver } from '../../../platform/imports/write-rows.ts'
import { openSheet } from '../../../platform/sheets/open-sheet.ts'
import { SheetError } from '../../../platform/sheets/sheet.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { callerOfAccount } from '../access/authenticate.ts'
import { insertFile, timeZoneOf } from './file.store.ts'
import { failuresOf, progressOf } from '../../../platform/imports/import.reads.ts'
import { isBadValue } from '../../../platform/database/database-failure.ts'

/** How often an interrupted import is resumed. At the queue's last two attempts (jobs.ts) it is only concluded. */
const maxAttempts = 4
const maxFileBytes = 268_435_456

/** The account may no longer import. What was imported stays. */
class NotAllowed extends Error {}

/**
 * Runs one ordered import as the account that ordered it, with its rights and scope at the time of each batch. Queued again after a crash,
 * or because this process is `stopping`, it continues where it was. A dry run stores nothing, so it starts over.
 */
export const runImport = async (
  systemCtx: Ctx,
  definitions: ImportDefinitions,
  log: Logger,
  importId: number,
  stopping?: AbortSignal,
): Promise<void> => {
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
    // Nothing can be imported into projects that the company has only joined.
    const scope = narrowJoined(found.scope, () => false)
    return { ...systemCtx, ...found, scope, db: scoped(systemDb, scope), locale: job.locale, origin }
  }
  const open = async (): Promise<ImportRun> => {
    const sheet = await openSheet(systemCtx.files.pathOf(job.file_id), sheetLimitsOf(definition))
    return { job, definition, sheet, timeZone: await timeZoneOf(systemDb, job.account_id), systemDb, caller, stopping }
  }
  const { stopped } = texts[job.locale].imports
  let run: ImportRun | undefined
  try {
    if (job.attempts > maxAttempts) {
      // The cause may be the sheet itself: at last it is not even opened.
      const last = job.attempts > maxAttempts + 1 ? undefined : await open().catch(() => undefined)
      return await conclude(systemCtx, job, last, stopped.internal)
    }
    run = await open()
    await runRows(run)
    await conclude(await caller(), job, run)
  } catch (error) {
    if (error instanceof ImportTakenOver) return
    if (error instanceof ImportInterrupted) return queueAgain(systemCtx, importId)
    if (error instanceof NotAllowed) return conclude(systemCtx, job, run, stopped.account)
    if (error instanceof SheetError)
      return conclude(systemCtx, job, undefined, String(unreadable({ locale: job.locale }, error).params['reason']))
    log.error({ err: error, importId }, 'import failed')
    // A value that the database cannot store does not improve by waiting.
    if (isBadValue(error)) return conclude(systemCtx, job, undefined, stopped.internal)
    throw error // the queue retries
  }
}

const queueAgain = ({ systemDb, jobs }: Ctx, importId: number): Promise<void> =>
  systemDb.transaction().execute(async (tx) => {
    if (await postponeImportJob(tx, importId)) await jobs.send(tx, importKind, { importId })
  })

type FileKind = 'failed' | 'passwords'

/**
 * Concludes an import, with an error if it could not continue. What was imported stays, and its owner gets the rejected rows and the
 * passwords so far.
 */
const conclude = async (ctx: Ctx, job: StoredImport, run: ImportRun | undefined, error: string | null = null): Promise<void> => {
  const reached = await progressOf(ctx.systemDb, job.id)
  const failures = await failuresOf(ctx.systemDb, job.id)
  const written = new Map<FileKind, StoredFile>()
  const store = async (kind: FileKind, bytes: Readable | null): Promise<void> => {
    // What was imported cannot be undone, and without this file nobody could sign in.
    if (bytes !== null) written.set(kind, await ctx.files.save(bytes, maxFileBytes, true))
  }
  try {
    if (run && failures.size > 0) await store('failed', failedRowsFile(run, failures))
    const wasCreated = (row: number): boolean => row <= reached && !failures.has(row)
    if (run && !job.dry_run && reached > 0) await store('passwords', await passwordFile(ctx, run, wasCreated))
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
    // Like an export, readable only by its owner.
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
