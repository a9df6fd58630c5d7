import type { Kysely, Selectable } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import type { Tables } from '../../../tables/index.ts'
import type { UpgradeDeviceTable, UpgradeTaskTable } from '../../../tables/upgrades.tables.ts'
import type { Rules, Silences, Unit } from './decide-upgrade.ts'
import { upgradeChannel } from './upgrade-signal.batch.ts'

type Db = Kysely<Tables>
export type StoredTask = Selectable<UpgradeTaskTable>
export type StoredUnit = Selectable<UpgradeDeviceTable>

const instant = (at: string | null): number | null => (at === null ? null : Date.parse(at))
const date = (at: number | null): Date | null => (at === null ? null : new Date(at))

export const unitOf = (row: StoredUnit): Unit => ({
  state: row.state,
  offer: row.offer,
  fromVersion: row.from_version,
  stepVersion: row.step_version,
  toVersion: row.to_version,
  tries: row.tries,
  attempts: row.attempts,
  percent: row.percent,
  claimedAt: instant(row.claimed_at),
  publishedAt: instant(row.published_at),
  dueAt: instant(row.due_at),
  notBefore: instant(row.not_before),
  hold: row.hold,
  failure: row.failure,
  error: row.error,
})

/** The columns that a decision changes. */
export const columnsOf = (set: Partial<Omit<Unit, 'state'>>) => ({
  ...(set.offer === undefined ? {} : { offer: set.offer }),
  ...(set.fromVersion === undefined ? {} : { from_version: set.fromVersion }),
  ...(set.stepVersion === undefined ? {} : { step_version: set.stepVersion }),
  ...(set.tries === undefined ? {} : { tries: set.tries }),
  ...(set.attempts === undefined ? {} : { attempts: set.attempts }),
  ...(set.percent === undefined ? {} : { percent: set.percent }),
  ...(set.claimedAt === undefined ? {} : { claimed_at: date(set.claimedAt) }),
  ...(set.publishedAt === undefined ? {} : { published_at: date(set.publishedAt) }),
  ...(set.dueAt === undefined ? {} : { due_at: date(set.dueAt) }),
  ...(set.notBefore === undefined ? {} : { not_before: date(set.notBefore) }),
  ...(set.hold === undefined ? {} : { hold: set.hold }),
  ...(set.failure === undefined ? {} : { failure: set.failure }),
  ...(set.error === undefined ? {} : { error: set.error?.slice(0, 1000) ?? null }),
})

export const rulesOf = (task: StoredTask, silences: Silences): Rules => ({
  retries: task.retries,
  retryAfterMs: task.retry_after_s * 1000,
  open: task.state === 'enabled' || task.state === 'suspended',
  silences,
})

/** A task, locked. Every write that changes its devices locks it first. */
export const lockTask = (db: Db, id: number): Promise<StoredTask | undefined> =>
  db.selectFrom('upgrade_task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The same for the engine. Undefined also if another transaction has locked it, so that nothing waits behind the engine. */
export const lockFreeTask = (db: Db, id: number): Promise<StoredTask | undefined> =>
  db.selectFrom('upgrade_task').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()

/** Devices of locked tasks. */
export const unitsByIds = (db: Db, ids: readonly number[]): Promise<StoredUnit[]> =>
  db.selectFrom('upgrade_device').selectAll().where('id', 'in', ids).orderBy('id').execute()

/** Wakes the engine in every process, on commit. */
export const announceUpgrades = (db: Db): Promise<void> => announce(db, upgradeChannel)
