import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { ReportParamTable } from '../../tables/reports.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>

/** Finds a code of a format, ignoring case. */
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
