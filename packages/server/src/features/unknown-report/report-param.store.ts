import type { EnumValue } from '@emberwatch/contract'
import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import { orDuplicate } from '../../platform/versioned.ts'
import type { ReportParamTable } from '../../tables/reports.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>

/** What a code of a format means, in whatever case. */
export const findParam = (
  db: Db,
  format: EnumValue<'reportCodeType'>,
  code: string,
): Promise<Selectable<ReportParamTable> | undefined> =>
  db
    .selectFrom('report_param')
    .selectAll()
    .where('format', '=', format)
    .where(sql<boolean>`lower(code) = lower(trim(${code}::text))`)
    .executeTakeFirst()

/** @throws DomainError duplicate when the code has a meaning already, switched off perhaps */
export const insertParam = async (db: Db, row: Insertable<ReportParamTable>): Promise<number> => {
  const { id } = await orDuplicate(
    db.insertInto('report_param').values(row).returning('id').executeTakeFirstOrThrow(),
    'id',
    `${row.format} ${row.code}`,
  )
  return id
}
