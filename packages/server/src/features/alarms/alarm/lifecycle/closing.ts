import type { Kysely, Selectable } from 'kysely'
import type { AuditEntry } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { assertPast } from '../../../../platform/refuse-field.ts'
import type { Write } from '../../../../platform/transact.ts'
import type { Tables } from '../../../../tables/index.ts'
import type { AlarmClosingTable } from '../../../../tables/reports.tables.ts'
import { attachFiles } from '../../../base/file/file.verbs.ts'
import type { StoredAlarm } from '../alarm.store.ts'
import { assertOwnMedia, ofAlarm } from './record-step.ts'

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
const insertClosing = async (db: Kysely<Tables>, alarm: StoredAlarm, facts: ClosingFacts): Promise<void> => {
  await db
    .insertInto('alarm_closing')
    .values({ ...ofAlarm(alarm), ...facts })
    .execute()
}

/** Stores what a closing says about the case, in the write that closes the alarm. Returns what the audit log records of it. */
export const recordClosing = async (
  ctx: Ctx,
  write: Write,
  alarm: StoredAlarm,
  facts: ClosingFacts,
): Promise<NonNullable<AuditEntry['changes']>> => {
  const said = Object.entries(facts).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
  if (said.length === 0) return {}
  assertPast(ctx, 'brigadeCalledAt', facts.brigade_called_at ?? undefined, write.at)
  const photos = facts.photos ?? []
  await assertOwnMedia(ctx, 'photos', photos)
  await attachFiles(ctx, write, photos, {
    companyId: alarm.company_id,
    path: alarm.path,
    customerId: alarm.customer_id,
  })
  await insertClosing(write.systemDb, alarm, facts)
  return Object.fromEntries(said.map(([field, value]) => [field, [null, Array.isArray(value) ? value.length : value]]))
}
