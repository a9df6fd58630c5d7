import type { Logger } from 'pino'
import type { Readable } from 'node:stream'
import type { Ctx } from '../../platform/context.ts'
import { scoped } from '../../platform/database/scope.ts'
import { texts } from '../../platform/i18n.ts'
import { sheetLimits, unreadable, type ImportDefinitions } from '../../platform/imports.ts'
import { failedRowsFile, passwordFile, sheetMime } from '../../platform/imports/files.ts'
import { runRows, type ImportRun, type StoredImport } from '../../platform/imports/run-rows.ts'
import { Overtaken } from '../../platform/imports/write-rows.ts'
import { openSheet } from '../../platform/sheets/open-sheet.ts'
import { SheetError } from '../../platform/sheets/sheet.ts'
import { transact } from '../../platform/transact.ts'
import { callerOfAccount } from '../session/authenticate.ts'
import { insertFile, timeZoneOf } from './file.store.ts'
import { failuresOf, finishImportJob, takeImportJob } from './import.store.ts'

/** So often an import that was broken off is taken up again. */
const mostAttempts = 6
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
    const found = await find(job.account_id)
    if (!found?.actor.operations.has(`${job.list}:import`)) throw new NotAllowed()
    const origin = { ...systemCtx.origin, ip: job.ip, traceId: job.trace_id ?? systemCtx.origin.traceId }
    return { ...systemCtx, ...found, db: scoped(systemDb, found.scope), locale: job.locale, origin }
  }
  try {
    if (job.attempts > mostAttempts) return await end(systemCtx, job, texts[job.locale].imports.stopped.internal)
    await caller()
    const sheet = await openSheet(systemCtx.files.pathOf(job.file_id), sheetLimits)
    const timeZone = await timeZoneOf(systemDb, job.account_id)
    const run: ImportRun = { job, definition, sheet, timeZone, systemDb, caller }
    await runRows(run)
    await finish(await caller(), run)
  } catch (error) {
    if (error instanceof Overtaken) return
    if (error instanceof NotAllowed) return end(systemCtx, job, texts[job.locale].imports.stopped.account)
    if (error instanceof SheetError)
      return end(systemCtx, job, String(unreadable({ locale: job.locale }, error).params['reason']))
    log.error({ err: error, importId }, 'import broken off')
    throw error // the queue tries again
  }
}

const finish = async (ctx: Ctx, run: ImportRun): Promise<void> => {
  const failures = await failuresOf(ctx.systemDb, run.job.id)
  const written: string[] = []
  const store = async (kind: 'failed' | 'passwords', bytes: Readable | null) => {
    if (bytes === null) return null
    const stored = await ctx.files.save(bytes, mostFileBytes)
    written.push(stored.id)
    return { ...stored, kind }
  }
  try {
    const failed = await store('failed', failures.size === 0 ? null : failedRowsFile(run, failures))
    const passwords = await store('passwords', run.job.dry_run ? null : passwordFile(ctx, run, failures))
    await conclude(ctx, run.job, failed, passwords)
  } catch (error) {
    for (const id of written) await ctx.files.remove(id)
    throw error
  }
}

interface WrittenFile {
  readonly id: string
  readonly size: number
  readonly sha256: string
  readonly kind: 'failed' | 'passwords'
}

const conclude = (ctx: Ctx, job: StoredImport, failed: WrittenFile | null, passwords: WrittenFile | null): Promise<void> =>
  transact(ctx, async (write) => {
    const { companyId, companyPath: path } = ctx.actor
    for (const file of [failed, passwords]) {
      if (!file) continue
      const { kind, ...stored } = file
      const name = `${job.list}-${texts[job.locale].imports.file[kind]}.${job.format}`
      const owner = { company_id: companyId ?? 0, path, customer_id: null, account_id: job.account_id }
      // Like an export: read by nobody but whoever ordered it.
      await insertFile(write.systemDb, {
        ...stored,
        ...owner,
        name,
        mime: sheetMime[job.format],
        purpose: 'export',
        created_at: write.at,
      })
    }
    const ended = await finishImportJob(write.systemDb, job.id, {
      state: 'done',
      failed_file_id: failed?.id ?? null,
      password_file_id: passwords?.id ?? null,
    })
    write.audit({
      action: `${job.list}.import.finish`,
      object: { kind: 'import', id: job.id, name: job.file_name },
      owner: { companyId: companyId ?? 0, path },
      changes: { succeeded: [null, ended.succeeded], failed: [null, ended.failed], dryRun: [null, job.dry_run] },
    })
    write.emit(eventOf(job, 'done'))
  })

/** Ends an import that cannot go on; what was imported stays. */
const end = (systemCtx: Ctx, job: StoredImport, error: string): Promise<void> =>
  transact(systemCtx, async (write) => {
    await finishImportJob(write.systemDb, job.id, { state: 'failed', error })
    const account = await write.systemDb
      .selectFrom('account')
      .select(['company_id', 'path'])
      .where('id', '=', job.account_id)
      .executeTakeFirstOrThrow()
    write.audit({
      action: `${job.list}.import.finish`,
      object: { kind: 'import', id: job.id, name: job.file_name },
      owner: { companyId: account.company_id, path: account.path },
      result: 'failed',
    })
    write.emit(eventOf(job, 'failed'))
  })

const eventOf = (job: StoredImport, change: string) => ({
  kind: 'import' as const,
  change,
  objectId: job.id,
  owner: { path: '', accountId: job.account_id },
})
