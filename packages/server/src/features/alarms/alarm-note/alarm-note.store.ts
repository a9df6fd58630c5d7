import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { AlarmNoteTable } from '../../../tables/reports.tables.ts'

export const insertNote = async (db: Kysely<Tables>, note: Insertable<AlarmNoteTable>): Promise<number> => {
  const { id } = await db.insertInto('alarm_note').values(note).returning('id').executeTakeFirstOrThrow()
  return id
}
