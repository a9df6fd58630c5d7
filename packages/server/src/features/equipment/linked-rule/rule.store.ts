import { sql, type Kysely, type Selectable } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import type { LinkedRuleRunTable, LinkedRuleTable, RuleSignalTable } from '../../../tables/commands.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Insertable } from 'kysely'

type Db = Kysely<Tables>
export type StoredRule = Selectable<LinkedRuleTable>
export type StoredSignal = Selectable<RuleSignalTable>

/** Notified when rules change, for every process that receives reports. */
export const rulesChannel = 'emberwatch_rules'
/** Notified when signals are stored. */
export const signalChannel = 'emberwatch_rule_signal'

export const announceRules = (db: Db): Promise<void> => announce(db, rulesChannel)

/** Only one write at a time changes a project's rules: two saved at once might form a cycle. */
export const lockRulesOf = async (db: Db, projectId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('linked rules', ${projectId}))`.execute(db)
}

export const targetsOf = async (db: Db, ruleId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('linked_rule_target')
    .select('device_id')
    .where('rule_id', '=', ruleId)
    .orderBy('device_id')
    .execute()
  return rows.map((row) => row.device_id)
}

export const replaceTargets = async (db: Db, ruleId: number, deviceIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('linked_rule_target').where('rule_id', '=', ruleId).execute()
  await db
    .insertInto('linked_rule_target')
    .values(deviceIds.map((device_id) => ({ rule_id: ruleId, device_id })))
    .execute()
}

/** The enabled rules of a project, locked in the order of their ids. */
export const lockEnabledRules = (db: Db, projectId: number): Promise<StoredRule[]> =>
  db
    .selectFrom('linked_rule')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('enabled', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const markRun = async (db: Db, ruleId: number, at: Date): Promise<void> => {
  await db.updateTable('linked_rule').set({ last_run_at: at }).where('id', '=', ruleId).execute()
}

export const insertRun = async (db: Db, run: Insertable<LinkedRuleRunTable>): Promise<number> => {
  const { id } = await db.insertInto('linked_rule_run').values(run).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Waiting signals, except those of some projects. Projects take turns, so that none waits behind the storm of another: the oldest signal of
 * each, then the second of each, and so on.
 */
export const waitingSignals = async (
  db: Db,
  limit: number,
  except: readonly number[],
): Promise<Pick<StoredSignal, 'id' | 'project_id'>[]> => {
  const { rows } = await sql<Pick<StoredSignal, 'id' | 'project_id'>>`
    select id, project_id from (
      select id, project_id, row_number() over (partition by project_id order by id) as place
        from rule_signal where project_id <> all(${[...except]}::bigint[])) as waiting
     where place <= ${limit} order by place, id limit ${limit}`.execute(db)
  return rows
}

/** When the oldest waiting signal was received. */
export const oldestSignal = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('rule_signal').select('at').orderBy('id').limit(1).executeTakeFirst())?.at

/** Whether the device was on test when it reported. Then no command is sent for it. */
export const isOnTest = async (db: Db, { project_id, device_id, at }: StoredSignal): Promise<boolean> => {
  const { rows } = await sql<{ test: boolean }>`
    select is_on_test(${project_id}, d.gateway_id, d.id, 'd' || d.id, ${at}, ${at}) as test from device d where d.id = ${device_id}`.execute(
    db,
  )
  return rows[0]?.test ?? false
}

/** Undefined if another process is working on it or has finished it. */
export const takeSignal = (db: Db, id: number): Promise<StoredSignal | undefined> =>
  db.selectFrom('rule_signal').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()

export const deleteSignal = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('rule_signal').where('id', '=', id).execute()
}

/** Counts a failed try. Returns true once there were too many. */
export const countTry = async (db: Db, id: number, most: number): Promise<boolean> => {
  const row = await db
    .updateTable('rule_signal')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirst()
  return row !== undefined && row.tries >= most
}
