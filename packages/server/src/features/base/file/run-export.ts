import type { Logger } from 'pino'
import type { AuditEntry } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { beginExportJob, exportJobById, postponeExportJob, updateExportJob } from '../../../platform/export-jobs.ts'
import { isDiskFull } from '../../../platform/disk-space.ts'
import { translate, zonedFormatter } from '../../../platform/i18n.ts'
import { exportKind, mayStillExport, renderExport, type ExportDefinitions, type ExportOrder } from '../../../platform/exports.ts'
import { transact } from '../../../platform/transact.ts'
import { callerOfAccount } from '../access/authenticate.ts'
import { mimeOf } from './content.ts'
import { insertFile, timeZoneOf } from './file.store.ts'

const maxBytes = 1_073_741_824
const progressEveryMs = 500
/** How often an export is begun whose process crashed. It can be ordered again. */
const maxAttempts = 3

/** This process is about to end. */
class ExportInterrupted extends Error {}

type ExportJob = NonNullable<Awaited<ReturnType<typeof exportJobById>>>

/**
 * Writes one ordered export as the account that ordered it, with its current rights and scope. If this process is `stopping`, it starts over in
 * the next one.
 */
export const runExport = async (
  systemCtx: Ctx,
  definitions: ExportDefinitions,
  log: Logger,
  exportId: number,
  stopping?: AbortSignal,
): Promise<void> => {
  const { systemDb } = systemCtx
  const job = await exportJobById(systemDb, exportId)
  // The job may be queued again after a crash: a finished export stays finished, an unfinished one starts over.
  if (!job) return
  const begun = await beginExportJob(systemDb, exportId)
  if (!begun) return
  const caller = await callerOfAccount(systemDb, systemCtx.clock)(job.account_id, job.issued_by)
  const definition = definitions[job.list]
  // The order was stored by startExport.
  const ordered = job.input as Partial<ExportOrder> as ExportOrder
  const { locale, filters } = ordered
  const mayStill = caller !== null && mayStillExport(ordered, caller)
  if (!mayStill || !definition) {
    const error = mayStill ? `no list ${job.list}` : 'the account may not make it any more'
    return updateExportJob(systemDb, exportId, { state: 'failed', error })
  }
  const ctx: Ctx = { ...systemCtx, ...caller, db: scoped(systemDb, caller.scope), locale }
  if (begun.attempts > maxAttempts) return fail(ctx, job, translate(locale, 'reasons.exportEndless'))
  let fileId: string | null = null
  try {
    const file = await writeFile(ctx, job, definition, filters, stopping)
    fileId = file.id
    await finish(ctx, job, file)
  } catch (error) {
    if (fileId) await ctx.files.remove(fileId)
    if (error instanceof ExportInterrupted) return queueAgain(systemCtx, exportId)
    log.error({ err: error, exportId }, 'export failed')
    await fail(ctx, job, isDiskFull(error) ? translate(locale, 'reasons.diskFull') : error)
  }
}

const queueAgain = ({ systemDb, jobs }: Ctx, exportId: number): Promise<void> =>
  systemDb.transaction().execute(async (tx) => {
    if (await postponeExportJob(tx, exportId)) await jobs.send(tx, exportKind, { exportId })
  })

interface WrittenFile {
  readonly id: string
  readonly size: number
  readonly sha256: string
  readonly rows: number
  /** The name of the file, instead of the list's. */
  readonly title?: string
}

const writeFile = async (
  ctx: Ctx,
  job: ExportJob,
  definition: ExportDefinitions[string],
  filters: ExportOrder['filters'],
  stopping: AbortSignal | undefined,
): Promise<WrittenFile> => {
  const { systemDb } = ctx // not scoped: export_job is visible only to its account, and written only by this job
  const timeZone = await timeZoneOf(systemDb, job.account_id)
  if ('document' in definition) {
    await updateExportJob(systemDb, job.id, { state: 'running', done: 0, total: 1 })
    const title = definition.name && { title: fileNameOf(await definition.name(ctx, filters)) }
    return { ...(await ctx.files.save(await definition.document(ctx, filters, { timeZone }), maxBytes)), rows: 1, ...title }
  }
  if (job.format === 'pdf') throw new Error(`${job.list} is a list, not a document`)
  const { total } = await definition.page(ctx, { ...filters, pageNum: 1, pageSize: 1, exact: true })
  await updateExportJob(systemDb, job.id, { state: 'running', done: 0, total })
  let rows = 0
  let reportedAt = performance.now()
  const bytes = renderExport(ctx, definition, {
    locale: ctx.locale,
    filters,
    format: job.format,
    timeZone,
    onRows: async (more) => {
      if (stopping?.aborted) throw new ExportInterrupted()
      rows += more
      if (performance.now() - reportedAt < progressEveryMs) return
      reportedAt = performance.now()
      await updateExportJob(systemDb, job.id, { done: rows, total: Math.max(rows, total) })
    },
  })
  return { ...(await ctx.files.save(bytes, maxBytes)), rows }
}

/** Replaces characters that some system does not allow in file names. */
const fileNameOf = (words: string): string => words.replaceAll(/[\s\\/:*?"<>|\p{Cc}]+/gu, '-').slice(0, 80)

const finish = (ctx: Ctx, job: ExportJob, { rows, title, ...stored }: WrittenFile): Promise<void> =>
  transact(ctx, async (write) => {
    const { systemDb, at } = write
    const { companyId, companyPath: path, customerId } = ctx.actor
    const owner = { company_id: companyId ?? 0, path, customer_id: customerId, account_id: job.account_id }
    // Day and time in the reader's time zone, as in the rows.
    const clock = zonedFormatter(await timeZoneOf(systemDb, job.account_id))
    const stamp = clock.format(at).replaceAll(/[-:]/g, '').replace(' ', 'T')
    const name = `${title ?? job.list}-${stamp}.${job.format}`
    const mime = job.format === 'csv' ? 'text/csv; charset=utf-8' : mimeOf(job.format)
    await insertFile(systemDb, { ...stored, ...owner, name, mime, purpose: 'export', created_at: at })
    await updateExportJob(systemDb, job.id, { state: 'done', done: rows, total: rows, file_id: stored.id })
    write.audit(entryOf(ctx, job, 'ok', rows))
    write.emit(eventOf(job, 'done', { fileId: stored.id }))
  })

const fail = (ctx: Ctx, job: ExportJob, reason: unknown): Promise<void> =>
  transact(ctx, async (write) => {
    const { systemDb } = write
    const error = reason instanceof Error ? reason.message : String(reason)
    await updateExportJob(systemDb, job.id, { state: 'failed', error })
    write.audit(entryOf(ctx, job, 'failed', 0))
    write.emit(eventOf(job, 'failed', {}))
  })

const entryOf = (ctx: Ctx, job: ExportJob, result: string, rows: number): AuditEntry => ({
  action: 'export.finish',
  object: { kind: 'export', id: job.id, name: job.list },
  owner: { companyId: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath },
  changes: { rows: [null, rows] },
  result,
})

const eventOf = (job: ExportJob, change: string, data: Record<string, unknown>) => ({
  kind: 'export' as const,
  change,
  objectId: job.id,
  owner: { path: '', accountId: job.account_id },
  data,
})
