import type { endpoints, InputOf } from '@emberwatch/contract'
import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask } from './task.events.ts'
import { taskColumns } from './task-fields.ts'
import { assertStep } from './task-step.ts'

type Input = InputOf<typeof endpoints.upgradeTask.save>

/** JSON columns, parsed: the log shows their values, not their text. */
const json = ({ target, waves }: { target: string; waves: string }) => ({
  target: JSON.parse(target) as unknown,
  waves: JSON.parse(waves) as unknown,
})

const editTask = (ctx: Ctx, id: number, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const { version } = input
    // Without a version, nobody could tell whether somebody else has changed the task meanwhile.
    if (version === undefined) throw new DomainError('badRequest', {}, 'version')
    const task = await lockRow(write, 'upgrade_task', { id, version })
    await assertStep(ctx, write, task, 'save')
    const columns = await taskColumns(ctx, input, write.at, task.starts_at)
    const after = json(columns)
    const changed = (name: 'target' | 'waves') =>
      JSON.stringify(task[name]) === JSON.stringify(after[name]) ? null : ([task[name], after[name]] as const)
    await updateRow(
      write,
      'upgrade_task',
      task,
      // An earlier approval was for a different task.
      { ...columns, approval: 'none', requested_by: null, requested_for: null, decision_note: null, stopped_by: null },
      { action: 'upgradeTask.update', changes: { target: changed('target'), waves: changed('waves') } },
    )
    emitTask(write, task, 'updated')
    return { id }
  })

const createTask = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const owner = { company_id: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath }
    const columns = await taskColumns(ctx, input, write.at, null)
    const { target, waves } = json(columns)
    const id = await insertRow(
      write,
      'upgrade_task',
      { ...owner, ...columns },
      { action: 'upgradeTask.create', changes: { target: [null, target], waves: [null, waves] } },
    )
    emitTask(write, { id, path: owner.path }, 'created')
    return { id }
  })

/** Creates an upgrade task, or edits one that is disabled. Nothing happens before it is enabled. @throws wrongState, staleVersion */
export const saveTask = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  input.id === undefined ? createTask(ctx, input) : editTask(ctx, input.id, input)
