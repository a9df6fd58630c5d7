import { DomainError } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import type { Ctx } from '../context.ts'
import { errorText } from '../i18n.ts'
import type { ImportDefinition } from '../imports.ts'
import type { Write } from '../transact.ts'
import { labelled, rowProblem, type CellProblem } from './cells.ts'
import { namesIn, type FieldNames } from './columns.ts'

/** Another process has taken the import over: there is nothing left to do for this one. */
export class Overtaken extends Error {}

/** A row that may be created, as far as can be told without writing. */
export interface ReadyRow {
  readonly row: number
  readonly input: Record<string, unknown>
  readonly prepared: unknown
}

export interface RefusedRow {
  readonly row: number
  readonly problems: readonly CellProblem[]
}

/** Is it the database saying that a value is beyond what it can hold (SQLSTATE class 22)? Which one, it does not say. */
const isDataProblem = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('22')

/** What the row itself is to blame for, as its problem. @throws error when it is something else */
export const problemOf = (names: FieldNames, error: unknown): CellProblem => {
  if (isDataProblem(error)) return rowProblem(names.locale, 'refused')
  if (!(error instanceof DomainError)) throw error
  const { reason, params, field } = error
  const msg = errorText(names.locale, reason, params)
  return field === undefined ? { field: '', msg } : labelled(names, field, msg)
}

/** Creates rows within a write, each on its own: what refuses one leaves the others alone. Answers the refused ones. */
export const createRows = async (
  ctx: Ctx,
  write: Write,
  definition: ImportDefinition,
  rows: readonly ReadyRow[],
  before: (row: ReadyRow) => number,
): Promise<RefusedRow[]> => {
  const refused: RefusedRow[] = []
  const names = namesIn(definition, ctx.locale)
  const tell = (statement: string): Promise<unknown> => sql.raw(`${statement} import_row`).execute(write.systemDb)
  for (const each of rows) {
    // What a refused row said before it was refused must not be heard.
    const said: (() => void)[] = []
    const ofRow: Write = {
      ...write,
      audit: (entry) => said.push(() => write.audit(entry)),
      emit: (event) => said.push(() => write.emit(event)),
      job: (...order) => said.push(() => write.job(...order)),
    }
    await tell('savepoint')
    try {
      await definition.create(ctx, ofRow, each.input, { prepared: each.prepared, before: before(each) })
      for (const say of said) say()
      await tell('release savepoint')
    } catch (error) {
      const problem = problemOf(names, error)
      await tell('rollback to savepoint')
      refused.push({ row: each.row, problems: [problem] })
    }
  }
  return refused
}

/** Moves the cursor on, with what was done until there. @throws Overtaken when it stands elsewhere */
export const advance = async (
  tx: Kysely<Tables>,
  id: number,
  batch: { readonly from: number; readonly to: number; readonly rows: number; readonly refused: readonly RefusedRow[] },
): Promise<void> => {
  const { from, to, rows, refused } = batch
  const result = await tx
    .updateTable('import_job')
    .set((e) => ({
      cursor_row: to,
      done: e('done', '+', rows),
      succeeded: e('succeeded', '+', rows - refused.length),
      failed: e('failed', '+', refused.length),
    }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('cursor_row', '=', from)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new Overtaken()
  if (refused.length === 0) return
  await tx
    .insertInto('import_failure')
    .values(refused.map(({ row, problems }) => ({ import_id: id, row_number: row, problems: JSON.stringify(problems) })))
    .execute()
}
