import { DomainError, listedIn, mayCall, type AuditSubjectWith, type exportFormats, type Language } from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Readable } from 'node:stream'
import type { Ctx } from './context.ts'
import type { Scope } from './database/scope.ts'
import { narrowHeap } from './memory.ts'
import { jobKind } from './jobs.ts'
import { zonedFormatter, enumLabel, fieldName } from './i18n.ts'
import { writeSheet } from './sheets/write-sheet.ts'
import { transact } from './transact.ts'

type ExportFormat = (typeof exportFormats)[number]
type Row = Readonly<Record<string, unknown>>

/** One column of an export. `field` names the row's field and, in the texts' `fields`, the header, unless `label` does. `width` is in characters. */
export interface ExportColumn {
  readonly field: string
  readonly label?: keyof SharedTexts['fields']
  readonly width?: number
  /** The content of the cell, if it is not simply the field's value. */
  readonly text?: (row: Row, locale: Language) => string
}

/** How a list is exported: its columns, and the same read that the list's page uses. */
export interface ExportDefinition {
  readonly columns: readonly ExportColumn[]
  /** `input` is the list's input. What the export adds to it (`after`, see list.ts) must reach `listPage`. */
  readonly page: (ctx: Ctx, input: Row) => Promise<{ list: readonly { id: number }[]; total: number }>
}

/** A document that is generated as a whole, as PDF. Its job, progress and file work like those of a list's export. */
export interface DocumentDefinition {
  readonly document: (ctx: Ctx, input: Row, run: { readonly timeZone: string }) => Promise<Readable>
  /** The subject of the file, at the beginning of its name. Without it, the document's name. */
  readonly name?: (ctx: Ctx, input: Row) => Promise<string>
}

export const exportKind = jobKind<{ exportId: number }>('export')

/** Every list and document that can be exported, by the name that its verb passes to `startExport`. */
export type ExportDefinitions = Readonly<Record<string, ExportDefinition | DocumentDefinition>>

/** What is stored of an export order: the list's filters, the requester's language, what the call asked of them, and how far they saw. */
export interface ExportOrder {
  readonly locale: Language
  readonly filters: Row
  readonly call?: Ctx['call']
  readonly reach?: readonly string[]
}

/** How far a scope reaches, apart from single rows: whose rows, and which limits it has. */
const reachOf = (scope: Scope): readonly string[] => {
  if (scope.kind === 'customer') return [`customer ${scope.customerId}`]
  if (scope.kind !== 'company') return [scope.kind]
  return [
    `company ${scope.companyId}`,
    ...(scope.ownPath === undefined ? [] : ['alone']),
    ...(scope.only === undefined ? [] : [scope.only]),
  ]
}

/** Whether somebody could still order the same export: they may make the call, and see no less than when it was ordered. */
export const mayStillExport = ({ call, reach }: Partial<ExportOrder>, { actor, scope }: Pick<Ctx, 'actor' | 'scope'>): boolean =>
  (call === undefined || mayCall(call, true, actor.operations)) &&
  (reach === undefined || reachOf(scope).every((limit) => reach.includes(limit)))

/** How many exports one account may have running. */
const maxConcurrent = 5

/**
 * Queues an export of a list with its filters, in the order of creation. A job writes it; `file/export/progress` reports the
 * progress.
 */
export const startExport = async (
  ctx: Ctx,
  list: AuditSubjectWith<'export'>,
  input: Row & { readonly format?: ExportFormat | 'pdf' },
): Promise<{ exportId: number }> => {
  const { format = 'xlsx', pageNum: _page, pageSize: _size, cursor: _cursor, sort: _sort, order: _order, ...filters } = input
  const { accountId, companyId, companyPath: path } = ctx.actor
  if (accountId === null || companyId === null) throw new Error('an export belongs to an account')
  return transact(ctx, async (write) => {
    const { n } = await write.db
      .selectFrom('export_job')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('account_id', '=', accountId)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirstOrThrow()
    if (n >= maxConcurrent) throw new DomainError('tooManyRequests', { seconds: 30 })
    const order: ExportOrder = { locale: ctx.locale, filters, ...(ctx.call ? { call: ctx.call } : {}), reach: reachOf(ctx.scope) }
    const { id } = await write.systemDb
      .insertInto('export_job')
      .values({
        account_id: accountId,
        issued_by: ctx.actor.issuer?.accountId ?? null,
        list,
        format,
        input: JSON.stringify(order),
        created_at: write.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    write.job(exportKind, { exportId: id })
    write.audit({
      action: `${list}.export`,
      object: { kind: 'export', id, name: list },
      owner: { companyId, path },
      changes: { format: [null, format], filters: [null, filters] },
    })
    return { exportId: id }
  })
}

/** Rows per read. An export holds no more than these in memory. */
const batchRows = 500

async function* rowsOf(definition: ExportDefinition, ctx: Ctx, filters: Row, onRows: (rows: number) => Promise<void>) {
  for (let after: number | null = null; ;) {
    const page: { readonly list: readonly { id: number }[] } = await definition.page(ctx, {
      ...filters,
      pageSize: batchRows,
      after,
    })
    const last = page.list.at(-1)
    if (last === undefined) return
    if (last.id === after) throw new Error('the exported list ignores the key to continue after')
    after = last.id
    for (const row of page.list) yield row as Row & { id: number }
    await onRows(page.list.length)
  }
}

const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
/** Excel's own limit for one cell. */
const maxTextLength = 32_767

const cellsOf = (columns: readonly ExportColumn[], locale: Language, timeZone: string): ((row: Row) => (string | number)[]) => {
  const clock = zonedFormatter(timeZone)
  const plain = (value: unknown): string | number => {
    if (typeof value === 'number') return value
    if (typeof value === 'boolean') return enumLabel(locale, 'yesNo', value ? 'Y' : 'N')
    if (typeof value === 'string') return isInstant.test(value) ? clock.format(new Date(value)) : value
    if (Array.isArray(value)) return listedIn(locale, value.map(String))
    return value === null || value === undefined ? '' : JSON.stringify(value)
  }
  return (row) =>
    columns.map(({ field, text }) => {
      const cell = text ? text(row, locale) : plain(row[field])
      return typeof cell === 'string' ? cell.slice(0, maxTextLength) : cell
    })
}

export interface ExportRun extends ExportOrder {
  readonly format: ExportFormat
  /** IANA name of the time zone in which times are written. */
  readonly timeZone: string
  /** Called with the number of rows written since the last call. */
  readonly onRows: (rows: number) => Promise<void>
}

/**
 * The bytes of an export, generated while they are read: page by page within the scope of `ctx`, so that memory does not grow
 * with the list.
 */
export const renderExport = (ctx: Ctx, definition: ExportDefinition, run: ExportRun): Readable => {
  const { columns } = definition
  const { locale, format } = run
  const cells = cellsOf(columns, locale, run.timeZone)
  const rows = async function* (): AsyncGenerator<(string | number)[]> {
    const widen = narrowHeap()
    try {
      for await (const row of rowsOf(definition, ctx, run.filters, run.onRows)) yield cells(row)
    } finally {
      widen()
    }
  }
  return writeSheet({
    format,
    columns: columns.map(({ field, label, width }) => ({
      header: fieldName(locale, label ?? field),
      ...(width ? { width } : {}),
    })),
    rows: rows(),
  })
}
