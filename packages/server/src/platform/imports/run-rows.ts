import { Type } from '@emberwatch/contract'
import type { Kysely, Selectable } from 'kysely'
import type { ImportJobTable } from '../../tables/imports.tables.ts'
import type { Tables } from '../../tables/index.ts'
import type { Ctx } from '../context.ts'
import { inputCheck, problemsOf, normalizeInput } from '../http/validation.ts'
import type { ImportDefinition } from './definition.ts'
import { assertVisible, refsIn } from '../refs.ts'
import type { Sheet, SheetRow } from '../sheets/sheet.ts'
import { transact } from '../transact.ts'
import { cellProblem, readRow, type CellReader } from './cells.ts'
import { columnsOf, headerOf, isExplanation, namesIn, type Header } from './columns.ts'
import { advanceCursor, createRows, ImportInterrupted, problemOf, type ReadyRow, type RefusedRow } from './write-rows.ts'

export type StoredImport = Selectable<ImportJobTable>

export interface ImportRun {
  readonly job: StoredImport
  readonly definition: ImportDefinition
  readonly sheet: Sheet
  /** IANA name of the time zone of the sheet's times. */
  readonly timeZone: string
  readonly systemDb: Kysely<Tables>
  /** The importing account with its current rights. Called before each batch. */
  readonly caller: () => Promise<Ctx>
  /** Aborted when this process is about to end. */
  readonly stopping?: AbortSignal | undefined
}

/** Thrown to roll back a transaction while keeping its result. */
class NothingCreated extends Error {
  readonly refused: readonly RefusedRow[]

  constructor(refused: readonly RefusedRow[]) {
    super('nothing was created')
    this.refused = refused
  }
}

/** Rows per transaction: few enough to delay nothing else and to lose little work. Rows that are created together are cheap, so they get a larger batch. */
const batchRows = 50
const manyRows = 1_000

/** The rows of a sheet below its header and the template's explanation line. */
export async function* dataRows(
  definition: ImportDefinition,
  sheet: Sheet,
  job: StoredImport,
): AsyncGenerator<SheetRow & { header: Header }> {
  const columns = columnsOf(definition)
  let header: Header | undefined
  for await (const row of sheet.rows()) {
    if (!header) header = headerOf(columns, row.cells, job.locale)
    else if (!isExplanation(header, row.cells)) yield { ...row, header }
  }
}

/**
 * Imports the rows below the cursor in batches. The cursor is committed together with each batch: an interrupted run continues after the
 * last committed batch, and of two concurrent runs only one advances.
 * @throws ImportTakenOver; ImportInterrupted; whatever a row throws that is not in the error catalogue
 */
export const runRows = async (run: ImportRun): Promise<void> => {
  const importer = createImporter(run)
  const size = run.definition.many ? manyRows : batchRows
  let batch: SheetRow[] = []
  let header: Header = []
  for await (const row of dataRows(run.definition, run.sheet, run.job)) {
    if (row.row <= run.job.cursor_row) continue
    header = row.header
    batch.push(row)
    if (batch.length < size) continue
    await importer(header, batch)
    batch = []
  }
  if (batch.length > 0) await importer(header, batch)
}

const createImporter = (run: ImportRun): ((header: Header, batch: readonly SheetRow[]) => Promise<void>) => {
  const { job, definition, systemDb } = run
  const { unique } = definition
  const check = inputCheck(definition.input)
  const names = namesIn(definition, job.locale)
  /** Unique values of created rows, with their row numbers. */
  const seen = new Map<string, number>()
  /** Rows that a dry run would have created in earlier batches, by group. */
  const before = new Map<string, number>()
  /**
   * Lookups for the whole file, for lists with large files: what such a file creates is never looked up in it. Whether the ids are still
   * visible is checked per batch.
   */
  const foundInFile: CellReader['found'] | undefined = definition.many ? new Map() : undefined
  let cursor = job.cursor_row

  const uniqueOf = (input: Readonly<Record<string, unknown>>): string | undefined =>
    unique === undefined || input[unique] === undefined ? undefined : String(input[unique]).toLowerCase()
  const groupOf = (input: Record<string, unknown>): string => definition.group?.(input) ?? ''

  const prepare = async (ctx: Ctx, input: Record<string, unknown>): Promise<unknown> => {
    if (job.dry_run || !definition.prepare) return undefined
    const name = definition.password === undefined ? '' : String(input[definition.password.field] ?? '')
    return definition.prepare(ctx, input, job.seed === null ? null : (definition.password?.of(ctx, name, job.seed) ?? null))
  }

  /** Checks the rows for everything that needs no transaction. */
  const checkRows = async (
    ctx: Ctx,
    header: Header,
    batch: readonly SheetRow[],
  ): Promise<{ ready: ReadyRow[]; refused: RefusedRow[] }> => {
    const found: CellReader['found'] = foundInFile ?? new Map()
    const reader = { ctx, header, names, timeZone: run.timeZone, date1904: run.sheet.date1904, found }
    const visible = new Map<string, Promise<void>>()
    const inBatch = new Map<string, number>()
    const ready: ReadyRow[] = []
    const refused: RefusedRow[] = []
    /** Rows whose refs are checked together instead of one by one. */
    const unseen: { row: number; input: Record<string, unknown> }[] = []
    const checkRow = async ({ row, cells }: SheetRow): Promise<void> => {
      const { input: raw, problems } = await readRow(reader, { row, cells })
      const { input, refused: unfit } = normalizeInput(raw, definition.input)
      const known = new Set(problems.map(({ field }) => field))
      const invalid = problemsOf([...unfit, ...check(input)], job.locale, names.nameOf).filter(({ field }) => !known.has(field))
      problems.push(...invalid.map(({ field, msg }) => ({ field, msg })))
      const value = uniqueOf(input)
      const earlier = value === undefined ? undefined : (seen.get(value) ?? inBatch.get(value))
      if (unique && earlier !== undefined) {
        problems.push(cellProblem(names, unique, 'twice', { value: String(input[unique]), row: earlier }))
      }
      if (problems.length === 0 && definition.many) unseen.push({ row, input })
      else if (problems.length === 0) {
        const key = JSON.stringify(refsIn(definition.input, input))
        const visibility = visible.get(key) ?? assertVisible(ctx.db, definition.input, input)
        visible.set(key, visibility)
        await visibility
      }
      if (problems.length > 0) refused.push({ row, problems })
      else {
        if (value !== undefined) inBatch.set(value, row)
        ready.push({ row, input, prepared: await prepare(ctx, input) })
      }
    }
    for (const each of batch) {
      try {
        await checkRow(each)
      } catch (error) {
        refused.push({ row: each.row, problems: [problemOf(names, error)] })
      }
    }
    const inputs = unseen.map(({ input }) => input)
    // Ids found by lookups are visible. This fails only where the file itself contains an id.
    if (
      inputs.length > 0 &&
      (await assertVisible(ctx.db, Type.Array(definition.input), inputs).catch(() => 'unseen')) === 'unseen'
    )
      for (const { row, input } of unseen)
        await assertVisible(ctx.db, definition.input, input).catch((error: unknown) => {
          refused.push({ row, problems: [problemOf(names, error)] })
          ready.splice(
            ready.findIndex((each) => each.row === row),
            1,
          )
        })
    return { ready, refused }
  }

  return async (header, batch) => {
    if (run.stopping?.aborted) throw new ImportInterrupted()
    const ctx = await run.caller()
    const { ready, refused } = await checkRows(ctx, header, batch)
    const to = batch.at(-1)?.row ?? cursor
    const advanceWith = (tx: Kysely<Tables>, all: readonly RefusedRow[]): Promise<void> =>
      advanceCursor(tx, job.id, { from: cursor, to, rows: batch.length, refused: all })
    let late: readonly RefusedRow[] = []
    try {
      if (ready.length === 0) throw new NothingCreated([])
      await transact(ctx, async (write) => {
        late = await createRows(ctx, write, definition, ready, ({ input }) => before.get(groupOf(input)) ?? 0)
        if (job.dry_run || late.length === ready.length) throw new NothingCreated(late)
        await advanceWith(write.systemDb, [...refused, ...late])
      })
    } catch (error) {
      if (!(error instanceof NothingCreated)) throw error
      const all = [...refused, ...error.refused]
      await systemDb.transaction().execute((tx) => advanceWith(tx, all))
    }
    cursor = to
    const failed = new Set(late.map(({ row }) => row))
    for (const { row, input } of ready.filter((each) => !failed.has(each.row))) {
      const value = uniqueOf(input)
      if (value !== undefined) seen.set(value, row)
      if (job.dry_run) before.set(groupOf(input), (before.get(groupOf(input)) ?? 0) + 1)
    }
  }
}
