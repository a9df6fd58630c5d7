import {
  DomainError,
  importLimits,
  type AuditSubjectWith,
  type endpoints,
  type InputOf,
  type OutputOf,
  type Static,
  type TObject,
} from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import { randomBytes } from 'node:crypto'
import type { Ctx } from './context.ts'
import { translate } from './i18n.ts'
import { columnsOf, headerOf, isExplanation, namesIn } from './imports/columns.ts'
import type { StoredImport } from './imports/run-rows.ts'
import { openSheet } from './sheets/open-sheet.ts'
import { SheetError, type Sheet, type SheetLimits } from './sheets/sheet.ts'
import { transact, type Write } from './transact.ts'

/** What a cell says in words where the input has an id or a code. */
export interface Lookup {
  /** The text of the packs (`imports.hints`) that explains it. */
  readonly hint: 'company' | 'customer' | 'roles' | 'area'
  /** Other fields of the row that narrow what is meant; they stand before this one in the schema. */
  readonly within?: readonly string[]
  /** The values that `text` may stand for, within the caller's scope; exactly one is taken. `row` holds what was read of the row until here. */
  find(ctx: Ctx, text: string, row: Readonly<Record<string, unknown>>): Promise<readonly (string | number)[]>
}

/** What a row is created with besides its input. */
export interface RowFacts {
  /** What `prepare` answered; undefined in a dry run. */
  readonly prepared: unknown
  /** In a dry run, how many rows of the same `group` would have been created before; nothing of them is in the database. */
  readonly before: number
}

/** How rows of a sheet become objects: by the same schema and the same rules as the create endpoint. */
export interface ImportDefinition<S extends TObject = TObject> {
  readonly list: AuditSubjectWith<'import'>
  /** The create endpoint's input. */
  readonly input: S
  readonly lookups: Readonly<Record<string, Lookup>>
  /** Fields that the list's forms call otherwise than by their general name, with the text of the packs (`fields`). */
  readonly labels?: Readonly<Record<string, keyof SharedTexts['fields']>>
  /** A field whose value may stand in a file only once, whatever the case of its letters. */
  readonly unique?: string
  /** One-time passwords, which whoever imports gets in a file. Derived, so that none is stored; null when there is none to tell. */
  readonly password?: { readonly field: string; of(ctx: Ctx, name: string, seed: Buffer): string | null }
  /** Rows that share a quota, see `RowFacts.before`. */
  group?(input: Static<S>): string
  /** Slow work before the transaction; not in a dry run. */
  prepare?(ctx: Ctx, input: Static<S>, password: string | null): Promise<unknown>
  /** Creates one object within a write, as the create verb does, its audit entry included. */
  create(ctx: Ctx, write: Write, input: Static<S>, row: RowFacts): Promise<unknown>
}

/** Every list that can be imported, by its name. */
export type ImportDefinitions = Readonly<Record<string, ImportDefinition>>

/** The header and the template's explanations come on top. */
export const sheetLimits: SheetLimits = { ...importLimits, rows: importLimits.rows + 2 }

/** Imports of one account that may be under way together. */
const mostAtOnce = 2
const seedBytes = 32

/** A file that cannot be read, as an answer in the caller's language. */
export const unreadable = (ctx: Pick<Ctx, 'locale'>, { reason, params }: SheetError): DomainError =>
  new DomainError('importUnreadable', { reason: translate(ctx.locale, `imports.unreadable.${reason}`, params) }, 'fileId')

/** Reads a file once to its end, so that what cannot be imported is refused before anything is written; answers how many rows it has. */
const survey = async (ctx: Ctx, definition: ImportDefinition, sheet: Sheet): Promise<number> => {
  const columns = columnsOf(definition)
  let header: ReturnType<typeof headerOf> | undefined
  let rows = 0
  for await (const { cells } of sheet.rows()) {
    if (!header) header = headerOf(columns, cells, ctx.locale)
    else if (!isExplanation(header, cells)) rows++
    if (rows > importLimits.rows) throw new SheetError('rows', { limit: importLimits.rows })
  }
  if (!header) throw new SheetError('empty')
  if (rows === 0) throw new SheetError('noRows')
  return rows
}

/**
 * Orders the import of an uploaded file: a job does it, `import/result` tells how far it is.
 * @throws DomainError importUnreadable saying why; tooManyRequests
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
    const sheet = await openSheet(ctx.files.pathOf(file.id), sheetLimits)
    const total = await survey(ctx, definition, sheet)
    return await transact(ctx, async (write) => {
      // One after another, so that two orders at once do not both find room.
      await write.systemDb.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
      const { n } = await write.db
        .selectFrom('import_job')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('state', 'in', ['waiting', 'running'])
        .executeTakeFirstOrThrow()
      if (n >= mostAtOnce) throw new DomainError('tooManyRequests', { seconds: 30 })
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
      write.job('import', { importId: id })
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

/** How far an import is. */
export const importProgressOf = (job: Omit<StoredImport, 'seed'>) => ({
  state: job.state,
  total: job.total,
  done: job.done,
  succeeded: job.succeeded,
  failed: job.failed,
  failedFileId: job.failed_file_id,
  passwordFileId: job.password_file_id,
  msg: job.error ?? '',
})

/** How far an import of one's own is, and what was wrong with its rows. */
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
