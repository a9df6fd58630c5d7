import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { UnknownReportTable } from '../../../tables/reports.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredUnknown = Selectable<UnknownReportTable>

export const lockUnknown = (db: Db, id: number): Promise<StoredUnknown | undefined> =>
  db.selectFrom('unknown_report').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Records who handled it. */
export const markHandled = async (
  db: Db,
  ids: readonly number[],
  way: EnumValue<'unknownHandledWay'>,
  by: number | null,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('unknown_report')
    .set({ handled_at: at, handled_by: by, handled_way: way })
    .where('id', 'in', ids)
    .execute()
}

/** The entries that are handled together: the same device code at the same gateway, ignoring case. */
export const sameDevice = async (db: Db, { gateway_id, device_code }: StoredUnknown): Promise<number[]> => {
  const rows = await db
    .selectFrom('unknown_report')
    .select('id')
    .where('gateway_id', '=', gateway_id)
    .where('kind', 'in', ['unknownDevice', 'foreignDevice'])
    .where(sql<boolean>`lower(key) = lower(${device_code})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** The same format and code at any gateway. */
export const sameCode = async (db: Db, { format, code }: StoredUnknown): Promise<number[]> => {
  const rows = await db
    .selectFrom('unknown_report')
    .select('id')
    .where('kind', '=', 'unknownCode')
    .where(sql<boolean>`lower(trim(format)) is not distinct from lower(trim(${format}::text))`)
    .where(sql<boolean>`lower(trim(code)) = lower(trim(${code}::text))`)
    .orderBy('gateway_id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}
