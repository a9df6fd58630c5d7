import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../context.ts'
import type { FileReply } from '../http/binding.ts'
import { fieldName, texts } from '../i18n.ts'
import type { ImportDefinition } from './definition.ts'
import { writeSheet } from '../sheets/write-sheet.ts'
import { cellText } from './cells.ts'
import { columnsOf, explanationOf, labelOf, type Column } from './columns.ts'
import { dataRows, type ImportRun } from './run-rows.ts'

export type SheetFormat = 'xlsx' | 'csv'

export const sheetMime: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** An empty file to fill in: column names, and below them what each may contain, in the caller's language. */
export const importTemplate = async (
  ctx: Ctx,
  definition: ImportDefinition,
  { format = 'xlsx' }: { format?: SheetFormat },
): Promise<FileReply> => {
  const columns = columnsOf(definition)
  const lines = [columns.map((each) => labelOf(each, ctx.locale)), columns.map((each) => explanationOf(each, ctx.locale))]
  const bytes = await buffer(writeSheet({ format, rows: lines }))
  return {
    stream: Readable.from([bytes]),
    mime: sheetMime[format],
    size: bytes.length,
    name: `${definition.list}-${texts[ctx.locale].imports.file.template}.${format}`,
    inline: false,
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    public: false,
  }
}

/** The rejected rows as uploaded, each with its reasons in a last column. `reasons` is by row number. */
export const failedRowsFile = (
  { definition, sheet, job, timeZone }: ImportRun,
  reasons: ReadonlyMap<number, string>,
): Readable => {
  const lines = async function* (): AsyncGenerator<string[]> {
    let begun = false
    for await (const { row, cells, header } of dataRows(definition, sheet, job)) {
      const columns = header.flatMap((column, index) => (column ? [{ column, index }] : []))
      if (!begun) yield [...columns.map(({ column }) => labelOf(column, job.locale)), texts[job.locale].imports.reason]
      begun = true
      const reason = reasons.get(row)
      if (reason === undefined) continue
      yield [
        ...columns.map(({ column, index }) => cellText(cells[index] ?? '', column, { timeZone, date1904: sheet.date1904 })),
        reason,
        // Surplus cells stay after the reason, so that the row is rejected again unless somebody fixes it.
        ...cells.slice(header.length).map(String),
      ]
    }
  }
  return writeSheet({ format: job.format, rows: lines() })
}

/** The one-time passwords of the created rows. Null if there are none. */
export const passwordFile = async (ctx: Ctx, run: ImportRun, wasCreated: (row: number) => boolean): Promise<Readable | null> => {
  const { definition, sheet, job } = run
  const { password } = definition
  const { seed } = job
  if (!password || seed === null || password.of(ctx, '', seed) === null) return null
  const isName = (column: Column | null): boolean => column?.field === password.field
  const created: { row: number; name: string }[] = []
  for await (const { row, cells, header } of dataRows(definition, sheet, job))
    if (wasCreated(row)) created.push({ row, name: String(cells[header.findIndex(isName)] ?? '').trim() })
  const names = created.map(({ name }) => name.toLowerCase())
  const without = (await password.without?.(ctx, names)) ?? new Set()
  const given = created.filter(({ name }) => !without.has(name.toLowerCase()))
  if (given.length === 0) return null
  const heading = password.label ? fieldName(job.locale, password.label) : texts[job.locale].imports.password
  const lines = async function* (): AsyncGenerator<string[]> {
    yield [texts[job.locale].imports.row, fieldName(job.locale, password.field), heading]
    for (const { row, name } of given) yield [String(row), name, password.of(ctx, name, seed) ?? '']
  }
  return writeSheet({ format: job.format, rows: lines() })
}
