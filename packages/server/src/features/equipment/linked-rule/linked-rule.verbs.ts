import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertNoLoop, editorColumns, ruleColumns, sendableDefinition } from './linked-rule.rules.ts'
import { announceRules, lockRulesOf, replaceTargets, targetsOf } from './rule.store.ts'
import { changesBetween } from '../../../platform/audit.ts'
import { deviceTargets } from '../device-command/command-target.ts'
import type { Tables } from '../../../tables/index.ts'
import { deleteOldCommands } from '../device-command/sent-command.verbs.ts'

/** Adds a linked rule to a project. @throws notHere for a rule that would trigger itself */
export const createRule = (ctx: Ctx, input: InputOf<typeof endpoints.linkedRule.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const { projectId } = input
    await lockRulesOf(write.systemDb, projectId)
    const project = await write.db
      .selectFrom('project')
      .select(['company_id', 'path', 'customer_id'])
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    const { columns, targets } = await ruleColumns(ctx, write, projectId, input)
    const { name, device_id: deviceId, model_id: modelId } = columns
    await assertNoLoop(ctx, write, projectId, { id: 0, name, deviceId, modelId, targets })
    const changes = {
      targets: [null, targets.map((target) => target.deviceCode)],
      params: [null, input.params ?? []],
      ...editorColumns,
    } as const
    const row = { ...project, project_id: projectId, ...columns }
    const id = await insertRow(write, 'linked_rule', row, { action: 'linkedRule.create', unique: ['name', name], changes })
    await replaceTargets(write.systemDb, id, input.targetIds)
    await announceRules(write.systemDb)
    return { id }
  })

/** Edits a linked rule. Its project cannot change. @throws notHere for a rule that would trigger itself */
export const updateRule = (ctx: Ctx, input: InputOf<typeof endpoints.linkedRule.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const rule = await lockRow(write, 'linked_rule', input)
    await lockRulesOf(write.systemDb, rule.project_id)
    const { columns, targets } = await ruleColumns(ctx, write, rule.project_id, input)
    const { name, device_id: deviceId, model_id: modelId } = columns
    await assertNoLoop(ctx, write, rule.project_id, { id: rule.id, name, deviceId, modelId, targets })
    const before = { targetIds: await targetsOf(write.db, rule.id), params: rule.params }
    const after = { targetIds: [...input.targetIds].sort((a, b) => a - b), params: input.params ?? [] }
    await updateRow(write, 'linked_rule', rule, columns, {
      action: 'linkedRule.update',
      unique: ['name', name],
      changes: { params: null, ...editorColumns, ...changesBetween(before, after) },
    })
    await replaceTargets(write.systemDb, rule.id, input.targetIds)
    await announceRules(write.systemDb)
    return { id: rule.id }
  })

/**
 * Enables or disables a linked rule. An enabled one sends commands. @throws noAccess or notHere for those who may not send them; notHere if
 * rules added meanwhile would close a cycle
 */
export const setRuleEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.linkedRule.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const rule = await lockRow(write, 'linked_rule', { id })
    await lockRulesOf(write.systemDb, rule.project_id)
    if (enabled) {
      await sendableDefinition(ctx, write, rule.command_id, 'id')
      const { name, device_id: deviceId, model_id: modelId } = rule
      const targets = await deviceTargets(write.systemDb, await targetsOf(write.systemDb, id))
      await assertNoLoop(ctx, write, rule.project_id, { id, name, deviceId, modelId, targets })
    }
    const changes = { enabled: [rule.enabled, enabled] } as const
    await updateRow(write, 'linked_rule', rule, { enabled }, { action: 'linkedRule.forbidden', changes })
    await announceRules(write.systemDb)
    return null
  })

/** Deletes a linked rule. Its runs stay, with its name. */
export const removeRule = (ctx: Ctx, { id }: InputOf<typeof endpoints.linkedRule.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const rule = await lockRow(write, 'linked_rule', { id }, 'delete')
    await deleteRow(write, 'linked_rule', rule, { action: 'linkedRule.del' })
    await announceRules(write.systemDb)
    return null
  })

const batchRows = 5_000

const deleteOldRuns = async (db: Kysely<Tables>, before: Date): Promise<number> => {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from linked_rule_run where id in (
        select id from linked_rule_run where at < ${before} order by at limit ${sql.lit(batchRows)})`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < batchRows) return deleted
  }
}

/** In how many months since a time something happened: a clock that is a year ahead must not cost last year's records. */
const monthsLived = async (db: Kysely<Tables>, since: Date, now: Date): Promise<number> => {
  const { rows } = await sql<{ months: number }>`
    select count(*)::int as months from generate_series(${since}::timestamptz, ${now}::timestamptz, interval '1 month') as month
     where exists (select from audit_log where at >= month and at < month + interval '1 month')`.execute(db)
  return rows[0]?.months ?? 0
}

/** Deletes commands and rule runs older than the months for which they are kept. */
export const deleteOldRecords = async ({
  systemDb,
  clock,
  config,
}: Pick<Ctx, 'systemDb' | 'clock' | 'config'>): Promise<{ commands: number; runs: number }> => {
  const months = config.settings.commandMonths
  const now = clock.now()
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
  if ((await monthsLived(systemDb, before, now)) < months) return { commands: 0, runs: 0 }
  return { commands: await deleteOldCommands(systemDb, before), runs: await deleteOldRuns(systemDb, before) }
}
