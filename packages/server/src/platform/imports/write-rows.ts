import { DomainError } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import { isBadValue } from '../database/database-failure.ts'
import type { Tables } from '../../tables/index.ts'
import { attempt } from '../attempt.ts'
import type { Ctx } from '../context.ts'
import { errorText } from '../i18n.ts'
import type { ImportDefinition } from './definition.ts'
import type { Write } from '../transact.ts'
import { labelled, rowProblem, type CellProblem } from './cells.ts'
import { namesIn, type FieldNames } from './columns.ts'

/** Another process has taken over the import, so this one stops. */
export class ImportTakenOver extends Error {}

/** This process is about to end. The import continues later, after its last committed batch. */
export class ImportInterrupted extends Error {}

/** A row that passed every check possible without writing. */
export interface ReadyRow {
  readonly row: number
  readonly input: Record<string, unknown>
  readonly prepared: unknown
}

export interface RefusedRow {
  readonly row: number
  readonly problems: readonly CellProblem[]
}

/** Turns an error caused by the row itself into its problem. @throws error if it is anything else */
export const problemOf = (names: FieldNames, error: unknown): CellProblem => {
  if (isBadValue(error)) return rowProblem(names.locale, 'refused')
  if (!(error instanceof DomainError)) throw error
  const { reason, params, field } = error
  const msg = errorText(names.locale, reason, params)
  return field === undefined ? { field: '', msg } : labelled(names, field, msg)
}

/** Creates rows within a write, each on its own: a rejected one does not affect the others. Returns the rejected ones. */
const createEach = async (
  ctx: Ctx,
  write: Write,
  definition: ImportDefinition,
  rows: readonly ReadyRow[],
  before: (row: ReadyRow) => number,
): Promise<RefusedRow[]> => {
  const refused: RefusedRow[] = []
  const names = namesIn(definition, ctx.locale)
  for (const each of rows) {
    try {
      const facts = { prepared: each.prepared, before: before(each) }
      await attempt(write, (part) => definition.create(ctx, part, each.input, facts))
    } catch (error) {
      refused.push({ row: each.row, problems: [problemOf(names, error)] })
    }
  }
  return refused
}

/** The same for lists that create many rows together. If all are rejected, the cause is searched row by row. */
export const createRows = async (
  ctx: Ctx,
  write: Write,
  definition: ImportDefinition,
  rows: readonly ReadyRow[],
  before: (row: ReadyRow) => number,
): Promise<RefusedRow[]> => {
  const { many } = definition
  const [first] = rows
  if (!many || !first) return createEach(ctx, write, definition, rows, before)
  const names = namesIn(definition, ctx.locale)
  const inputs = rows.map(({ input }) => input)
  try {
    const left = await attempt(write, (part) => many.create(ctx, part, inputs, before(first)))
    return rows.flatMap(({ row }, position) => {
      const reason = left.get(position)
      return reason ? [{ row, problems: [problemOf(names, reason)] }] : []
    })
  } catch (error) {
    // Rethrows what no row can have caused.
    problemOf(names, error)
    return createEach(ctx, write, definition, rows, before)
  }
}

/** Advances the cursor together with the work done so far. @throws ImportTakenOver if the cursor has moved */
export const advanceCursor = async (
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
  if (result.numUpdatedRows === 0n) throw new ImportTakenOver()
  if (refused.length === 0) return
  await tx
    .insertInto('import_failure')
    .values(refused.map(({ row, problems }) => ({ import_id: id, row_number: row, problems: JSON.stringify(problems) })))
    .execute()
}
