import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertNoLoop, editorColumns, ruleColumns } from './rule-fields.ts'
import { announceRules, lockRulesOf, replaceTargets } from './rule.store.ts'

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
