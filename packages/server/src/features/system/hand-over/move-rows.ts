import { sql, type RawBuilder, type Transaction } from 'kysely'
import { tableFacts } from '../../../tables/facts.ts'
import type { TableName, Tables } from '../../../tables/index.ts'
import { fileReferences } from '../../base/file/file-references.ts'
import { updateWhere } from '../../../platform/rows/rows.ts'
import { addToCounts, countApart, countedRows, isCounted, storedBytes, type Counts } from './company-counts.ts'
import { inBranch } from './hand-over.rules.ts'
import type { Places } from './places.ts'

type Tx = Transaction<Tables>
export type Moved = Record<string, number>

/** Tables that do not move. Logs stay where they were written; a hand-over belongs to the company above both ends. */
const staying: ReadonlySet<string> = new Set([
  'audit_log',
  'api_log',
  'login_log',
  'mqtt_log',
  'live_event',
  'hand_over',
  'company_count',
])

/** Large tables whose closed rows nothing else writes. They are moved first, so that rows written by reports are held only for a moment. */
const closedRows: Partial<Record<TableName, RawBuilder<boolean>>> = {
  alarm: sql`state not in ('unconfirmed', 'confirmed')`,
  fault: sql`state = 'solved'`,
  work_order: sql`status in ('complete', 'cancelled')`,
}
/**
 * Tables that reports write to, moved last, in ingest's order of locks (write-batch.ts), as are the rows of each table: no fire waits for a
 * deadlock.
 */
const liveTables = [
  'gateway',
  'device',
  'alarm',
  'fault',
  'unknown_report',
  'sent_command',
] as const satisfies readonly TableName[]
const isLive = (table: TableName): boolean => liveTables.some((live) => live === table)
const lockOrder: Partial<Record<TableName, string>> = { fault: 'type_id, point collate "C"' }

const columnsOf = async (tx: Tx): Promise<Map<string, Set<string>>> => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ('path', 'company_id', 'customer_id', 'project_id')`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, (row) => row.table)].map(([table, found]) => [table, new Set(found.map((row) => row.column))]),
  )
}

/** All tables with rows of a company, according to their declared facts. New tables are included automatically. */
const ownedTables = (kind: Places['kind']): TableName[] =>
  (Object.keys(tableFacts) as TableName[]).filter((table) => {
    const rule = tableFacts[table].scope
    if (staying.has(table) || typeof rule !== 'object' || !('path' in rule)) return false
    // An earlier owner of a device keeps the trace of their own time.
    return kind === 'company' || (rule.project !== undefined && table !== 'device_trace')
  })

/** `set …` and `where …` for one table, for rows still at the old place. */
const changeOf = (table: TableName, columns: ReadonlySet<string>, places: Places, customerId: number | null) => {
  if (places.kind === 'company') {
    const path = sql`path = ${places.newPath} || substr(path, ${places.oldPath.length + 1}::int)`
    return { set: path, where: inBranch(places.oldPath) }
  }
  const rule = tableFacts[table].scope
  const column = typeof rule === 'object' && 'path' in rule ? (rule.project ?? 'project_id') : 'project_id'
  const sets = [sql`path = ${places.newPath}`]
  if (columns.has('company_id')) sets.push(sql`company_id = ${places.to.id}`)
  if (columns.has('customer_id')) sets.push(sql`customer_id = ${customerId}`)
  return { set: sql.join(sets), where: sql<boolean>`${sql.ref(column)} = ${places.id} and path <> ${places.newPath}` }
}

/** The parent through which a table's rows are seen, such as floor plans through their project. */
const throughOf = (table: TableName): readonly [column: string, parent: string] | undefined => {
  const rule = tableFacts[table].scope
  return typeof rule === 'object' && 'through' in rule ? rule.through : undefined
}

/** The rows of a table that belong to the project, or to something in the project, such as an order. Undefined if there are none. */
const rowsOfProject = (table: TableName, tables: readonly TableName[], projectId: number): RawBuilder<boolean> | undefined => {
  if (tables.includes(table)) return sql`project_id = ${projectId}`
  const through = throughOf(table)
  if (!through) return undefined
  const [column, parent] = through
  if (parent === 'project') return sql`${sql.ref(column)} = ${projectId}`
  return tables.some((one) => one === parent)
    ? sql`${sql.ref(column)} in (select id from ${sql.table(parent)} where project_id = ${projectId})`
    : undefined
}

/** Files that rows of the project refer to move with them: anyone who sees an order sees its photos, and the former customer no longer does. */
const moveFiles = async (
  tx: Tx,
  places: Places,
  tables: readonly TableName[],
  customerId: number | null,
): Promise<{ files: number; bytes: number }> => {
  const moved = { files: 0, bytes: 0 }
  for (const { table, column, several } of fileReferences) {
    const own = places.kind === 'project' ? rowsOfProject(table, tables, places.id) : undefined
    if (!own) continue
    const named = several ? sql`select unnest(${sql.ref(column)})` : sql`select ${sql.ref(column)}`
    const where = sql<boolean>`path = ${places.oldPath} and id in (${named} from ${sql.table(table)} where ${own})`
    moved.bytes += await storedBytes(tx, where)
    const owner = sql`path = ${places.newPath}, company_id = ${places.to.id}, customer_id = ${customerId}`
    moved.files += await updateWhere(tx, 'file', owner, where)
  }
  return moved
}

/** Decisions about a project are made by a company above its applicant, so the applicant's path is updated. */
const moveApplications = async (tx: Tx, { kind, id, oldPath, newPath }: Places): Promise<void> => {
  const column = sql.ref('applicant_path')
  await (kind === 'project'
    ? updateWhere(tx, 'project', sql`applicant_path = ${newPath}`, sql`id = ${id} and applicant_path = ${oldPath}`)
    : updateWhere(
        tx,
        'project',
        sql`applicant_path = ${newPath} || substr(applicant_path, ${oldPath.length + 1}::int)`,
        inBranch(oldPath, column),
      ))
}

/** Moves every row, set-based, in the caller's transaction, so that nobody ever sees half of it. */
export const moveRows = async (tx: Tx, places: Places, customerId: number | null): Promise<Moved> => {
  const columns = await columnsOf(tx)
  const tables = ownedTables(places.kind).filter((table) => columns.get(table)?.has('path'))
  const moved: Moved = {}
  let counts: Partial<Counts> = {}
  await countApart(tx)
  const move = async (table: TableName, only: RawBuilder<boolean> = sql`true`): Promise<void> => {
    const { set, where } = changeOf(table, columns.get(table) ?? new Set(), places, customerId)
    if (isCounted(table)) counts = { ...counts, ...(await countedRows(tx, table, where)) }
    const rows = await updateWhere(tx, table, set, sql`${where} and ${only}`)
    if (rows > 0) moved[table] = (moved[table] ?? 0) + rows
  }
  for (const [table, closed] of Object.entries(closedRows) as [TableName, RawBuilder<boolean>][]) await move(table, closed)
  const { files, bytes } = await moveFiles(tx, places, tables, customerId)
  if (files > 0) moved['file'] = files
  await moveApplications(tx, places)
  for (const table of tables) if (!isLive(table)) await move(table)
  for (const table of liveTables) {
    if (!tables.includes(table)) continue
    const { where } = changeOf(table, columns.get(table) ?? new Set(), places, customerId)
    const order = sql.raw(lockOrder[table] ?? 'id')
    await sql`select count(*) from (select from ${sql.table(table)} where ${where} order by ${order} for no key update) as locked`.execute(
      tx,
    )
    await move(table)
  }
  await addToCounts(tx, places, { ...counts, storage: bytes })
  return moved
}
