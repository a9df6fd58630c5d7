import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import { dependantLimit } from '../../../platform/rows/rows.ts'
import type { ReportParamTable } from '../../../tables/reports.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
type StoredParam = Selectable<ReportParamTable>

/** Finds a code of a format, ignoring case. */
export const findParam = (db: Db, format: EnumValue<'reportCodeType'>, code: string): Promise<StoredParam | undefined> =>
  db
    .selectFrom('report_param')
    .selectAll()
    .where('format', '=', format)
    .where(sql<boolean>`lower(code) = lower(trim(${code}::text))`)
    .executeTakeFirst()

/** The codes that restore a code, up to the number that a refusal names. */
export const restoresOf = (db: Db, { format, code }: StoredParam) =>
  db
    .selectFrom('report_param')
    .select(['id', 'format', 'code'])
    .where('format', '=', format)
    .where('restores_code', '=', code)
    .orderBy('id')
    .limit(dependantLimit)
    .execute()

type Raised = Pick<StoredParam, 'alarm_type_id' | 'fault_type_id'>

/** Makes the restores of a code end what the code now raises. What else they end stays: some end an alarm and a trouble. */
export const followRestored = async (db: Db, { format, code, ...was }: StoredParam, raised: Raised): Promise<void> => {
  const followed = (column: keyof Raised) =>
    sql<
      number | null
    >`case when ${sql.ref(column)} is not distinct from ${was[column]}::bigint then ${raised[column]}::bigint else ${sql.ref(column)} end`
  await db
    .updateTable('report_param')
    .set((e) => ({
      alarm_type_id: followed('alarm_type_id'),
      fault_type_id: followed('fault_type_id'),
      version: e('version', '+', 1),
    }))
    .where('format', '=', format)
    .where('restores_code', '=', code)
    .where('type', '=', 'restore')
    .execute()
}

/** Whether this code has ever raised alarms or faults. */
export const hasRaised = async (db: Db, { format, code }: StoredParam): Promise<{ alarm: boolean; fault: boolean }> => {
  const one = (table: 'alarm' | 'fault') =>
    db
      .selectFrom(table)
      .select('id')
      .where('source_format', '=', format)
      .where('source_code', '=', code)
      .limit(1)
      .executeTakeFirst()
  return { alarm: (await one('alarm')) !== undefined, fault: (await one('fault')) !== undefined }
}
