import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { AlarmCheckTable } from '../../../tables/reports.tables.ts'

type Db = Kysely<Tables>

export const checklistOf = (db: Db, projectId: number) =>
  db.selectFrom('alarm_checklist').select(['items', 'version']).where('project_id', '=', projectId).executeTakeFirst()

/** The steps ticked for an alarm, in order of time. */
export const checksOf = (db: Db, alarmId: number) =>
  db
    .selectFrom('alarm_check')
    .leftJoin('account as person', 'person.id', 'alarm_check.account_id')
    .select(['alarm_check.text', 'alarm_check.done', 'alarm_check.at', 'person.name as by'])
    .where('alarm_check.alarm_id', '=', alarmId)
    .orderBy('alarm_check.at')
    .orderBy('alarm_check.text')
    .execute()

/** Ticks or unticks a step. Returns false if it was already so, because somebody else did it a moment before. */
export const setCheck = async (db: Db, check: Insertable<AlarmCheckTable>): Promise<boolean> => {
  const { done, at, account_id } = check
  const changed = await db
    .insertInto('alarm_check')
    .values(check)
    .onConflict((conflict) =>
      conflict.columns(['alarm_id', 'text']).doUpdateSet({ done, at, account_id }).where('alarm_check.done', '<>', done),
    )
    .executeTakeFirst()
  return (changed.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Sets a site's list if it still has this version (0 for a site without a list). Returns whether it did. */
export const setChecklist = async (
  db: Db,
  { projectId, version, items, by, at }: { projectId: number; version: number; items: string[]; by: number | null; at: Date },
): Promise<boolean> => {
  const written =
    version === 0
      ? await db
          .insertInto('alarm_checklist')
          .values({ project_id: projectId, items, updated_at: at, updated_by: by })
          .onConflict((conflict) => conflict.column('project_id').doNothing())
          .executeTakeFirst()
      : await db
          .updateTable('alarm_checklist')
          .set({ items, version: version + 1, updated_at: at, updated_by: by })
          .where('project_id', '=', projectId)
          .where('version', '=', version)
          .executeTakeFirst()
  return ('numUpdatedRows' in written ? written.numUpdatedRows : (written.numInsertedOrUpdatedRows ?? 0n)) > 0n
}

/** Who last changed a site's list, and when. */
export const lastEditor = (db: Db, projectId: number) =>
  db
    .selectFrom('alarm_checklist')
    .leftJoin('account as editor', 'editor.id', 'alarm_checklist.updated_by')
    .select(['editor.name as who', 'alarm_checklist.updated_at as when'])
    .where('alarm_checklist.project_id', '=', projectId)
    .executeTakeFirst()
