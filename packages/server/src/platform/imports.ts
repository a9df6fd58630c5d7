import { DomainError, importLimits, importRowsOf, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import type { Ctx } from './context.ts'
import { translate } from './i18n.ts'
import { columnsOf, headerOf, isExplanation, namesIn } from './imports/columns.ts'
import type { ImportDefinition } from './imports/definition.ts'
import type { StoredImport } from './imports/run-rows.ts'
import { jobKind } from './jobs.ts'
import { openSheet } from './sheets/open-sheet.ts'
import { SheetError, type Sheet, type SheetLimits } from './sheets/sheet.ts'
import { transact } from './transact.ts'

export const importKind = jobKind<{ importId: number }>('import')

/** The header and the template's explanation line come on top. */
export const sheetLimitsOf = (definition: ImportDefinition): SheetLimits => ({
  ...importLimits,
  rows: importRowsOf(definition.list) + 2,
})

/** How many imports one account may have running. */
const maxConcurrent = 2
const seedBytes = 32

/** The error for a file that cannot be read, in the caller's language. */
export const unreadable = (ctx: Pick<Ctx, 'locale'>, { reason, params }: SheetError): DomainError =>
  new DomainError('importUnreadable', { reason: translate(ctx.locale, `imports.unreadable.${reason}`, params) }, 'fileId')

/** How many accounts may wait for their file to be read. */
const maxWaiting = 10
const waiting = new Set<number>()
let lastRead: Promise<unknown> = Promise.resolve()

/** Reads one file at a time, one of each account: the same thread serves reports and calls. @throws DomainError tooManyRequests */
const oneAtATime = async <T>(accountId: number, read: () => Promise<T>): Promise<T> => {
  if (waiting.has(accountId) || waiting.size >= maxWaiting) throw new DomainError('tooManyRequests', { seconds: 10 })
  waiting.add(accountId)
  try {
    const mine = lastRead.then(read, read)
    lastRead = mine.catch(() => undefined)
    return await mine
  } finally {
    waiting.delete(accountId)
  }
}

/** Reads the whole file once, so that an invalid one is rejected before anything is written. Returns its number of rows. */
const survey = async (ctx: Ctx, definition: ImportDefinition, sheet: Sheet): Promise<number> => {
  const columns = columnsOf(definition)
  let header: ReturnType<typeof headerOf> | undefined
  let rows = 0
  for await (const { cells } of sheet.rows()) {
    if (!header) header = headerOf(columns, cells, ctx.locale)
    else if (!isExplanation(header, cells)) rows++
    if (rows > importRowsOf(definition.list)) throw new SheetError('rows', { limit: importRowsOf(definition.list) })
  }
  if (!header) throw new SheetError('empty')
  if (rows === 0) throw new SheetError('noRows')
  return rows
}

/**
 * Queues the import of an uploaded file. A job runs it; `import/result` reports the progress.
 * @throws DomainError importUnreadable with the reason; tooManyRequests
 */
export const startImport = async (
  ctx: Ctx,
  definition: ImportDefinition,
  input: InputOf<typeof endpoints.customer.import>,
): Promise<{ importId: number }> => {
  const { accountId, companyId, companyPath: path } = ctx.actor
  if (accountId === null || companyId === null) throw new Error('an import belongs to an account')
  const { list } = definition
  const dryRun = input.dryRun ?? false
  const file = await ctx.db
    .selectFrom('file')
    .select(['id', 'name'])
    .where('id', '=', input.fileId)
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'import')
    .executeTakeFirst()
  try {
    if (!file) throw new SheetError('notUploaded')
    const { sheet, total } = await oneAtATime(accountId, async () => {
      const opened = await openSheet(ctx.files.pathOf(file.id), sheetLimitsOf(definition))
      return { sheet: opened, total: await survey(ctx, definition, opened) }
    })
    return await transact(ctx, async (write) => {
      // One after another; otherwise two concurrent orders could both fit under the limit.
      await write.systemDb.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
      const { n } = await write.db
        .selectFrom('import_job')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('state', 'in', ['waiting', 'running'])
        .executeTakeFirstOrThrow()
      if (n >= maxConcurrent) throw new DomainError('tooManyRequests', { seconds: 30 })
      const { id } = await write.systemDb
        .insertInto('import_job')
        .values({
          account_id: accountId,
          issued_by: ctx.actor.issuer?.accountId ?? null,
          list,
          file_id: file.id,
          file_name: file.name,
          format: sheet.format,
          locale: ctx.locale,
          dry_run: dryRun,
          total,
          seed: randomBytes(seedBytes),
          ip: ctx.origin.ip,
          trace_id: ctx.origin.traceId,
          created_at: write.at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      write.job(importKind, { importId: id })
      write.audit({
        action: `${list}.import`,
        object: { kind: 'import', id, name: file.name },
        owner: { companyId, path },
        changes: { rows: [null, total], dryRun: [null, dryRun] },
      })
      return { importId: id }
    })
  } catch (error) {
    throw error instanceof SheetError ? unreadable(ctx, error) : error
  }
}

/** The progress of an import. */
export const importProgressOf = (job: Omit<StoredImport, 'seed'>) => ({
  state: job.state,
  resumed: job.attempts > 1 || (job.state === 'waiting' && job.done > 0),
  total: job.total,
  done: job.done,
  succeeded: job.succeeded,
  failed: job.failed,
  failedFileId: job.failed_file_id,
  passwordFileId: job.password_file_id,
  msg: job.error ?? '',
})

/** The progress of the caller's own import, and what was wrong with its rows. */
export const importResult = async (
  ctx: Ctx,
  definition: ImportDefinition,
  input: InputOf<typeof endpoints.customer.importResult>,
): Promise<OutputOf<typeof endpoints.customer.importResult>> => {
  const job = await ctx.db
    .selectFrom('import_job')
    .selectAll()
    .where('id', '=', input.id)
    .where('list', '=', definition.list)
    .executeTakeFirst()
  if (!job) throw new DomainError('notFound', {}, 'id')
  const { nameOf } = namesIn(definition, ctx.locale)
  const failures = await ctx.db
    .selectFrom('import_failure')
    .select(['row_number', 'problems'])
    .where('import_id', '=', job.id)
    .orderBy('row_number')
    .limit(importLimits.problemsShown)
    .execute()
  return {
    importId: job.id,
    ...importProgressOf(job),
    problems: failures
      .flatMap(({ row_number: row, problems }) =>
        problems.map((problem) => ({ row, label: problem.field && nameOf(problem.field), ...problem })),
      )
      .slice(0, importLimits.problemsShown),
    dryRun: job.dry_run,
  }
}
