import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { AlarmClosingTable } from '../../../tables/reports.tables.ts'
import { ofAlarm } from './of-alarm.ts'
import type { StoredAlarm } from './alarm.store.ts'

/** What a closing records beyond the columns that every alarm has. */
type Columns = Pick<Selectable<AlarmClosingTable>, 'result' | 'brigade_called_at' | 'losses' | 'photos'>
export type ClosingFacts = { readonly [C in keyof Columns]?: Columns[C] | undefined }

export const closingOf = (db: Kysely<Tables>, alarmId: number) =>
  db
    .selectFrom('alarm_closing')
    .select(['result', 'brigade_called_at', 'losses', 'photos'])
    .where('alarm_id', '=', alarmId)
    .executeTakeFirst()

/** An alarm is closed only once, so it has at most one such row. */
export const insertClosing = async (db: Kysely<Tables>, alarm: StoredAlarm, facts: ClosingFacts): Promise<void> => {
  await db
    .insertInto('alarm_closing')
    .values({ ...ofAlarm(alarm), ...facts })
    .execute()
}
