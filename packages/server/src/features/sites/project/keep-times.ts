import { pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { NothingToDo, transactBriefly } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { emitProject } from './project.events.ts'
import { tellStillActive as notifyStillActive } from './project-test.verbs.ts'

/** How many are handled at a time; the next run follows within a minute. */
const atOnce = 500

/** Maintenance whose due time has passed expires. Those who look after the project are notified. */
const expire = async (ctx: Ctx, id: number): Promise<void> => {
  await transactBriefly(ctx, async (write) => {
    // Checked again under the lock: it may have been renewed meanwhile.
    const project = await write.systemDb
      .selectFrom('project')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const isDue = project.due_at !== null && Date.parse(project.due_at) <= write.at.getTime()
    if (project.status !== 'maintenance' || !isDue || project.deleted_at !== null) throw new NothingToDo()
    await updateRow(write, 'project', project, { status: 'overmaintenance' }, { action: 'project.expire' })
    const admins = await write.systemDb.selectFrom('project_admin').select('account_id').where('project_id', '=', id).execute()
    const people = admins.map((row) => row.account_id)
    await sendMessages(write, people, 'projectExpired', { project: project.name }, pageAddress('projectDetail', { id }))
    emitProject(write, project, 'expire')
  })
}

/**
 * Maintenance that expired while the clock was ahead is reinstated once the clock is right again. A clock that is ahead cannot be detected,
 * and a contract must not end because of it. Nothing else gives an expired project a due time in the future (renewing changes its status as
 * well).
 */
const reinstate = async (ctx: Ctx, id: number): Promise<void> => {
  await transactBriefly(ctx, async (write) => {
    const project = await write.systemDb
      .selectFrom('project')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'overmaintenance')
      .where('due_at', '>', write.at.toISOString())
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!project) throw new NothingToDo()
    await updateRow(write, 'project', project, { status: 'maintenance' }, { action: 'project.reinstate' })
    emitProject(write, project, 'reinstate')
  })
}

/** Closes the record of a test that has ended. For signals, its end counted already. */
const close = async (ctx: Ctx, id: number): Promise<void> => {
  await transactBriefly(ctx, async (write) => {
    const test = await write.systemDb
      .selectFrom('project_test')
      .selectAll()
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!test) throw new NothingToDo()
    const project = await write.systemDb
      .selectFrom('project')
      .select(['id', 'name', 'path', 'customer_id'])
      .where('id', '=', test.project_id)
      .executeTakeFirstOrThrow()
    await updateRow(write, 'project_test', test, { ended_at: test.to_at }, { action: 'projectTest.end', name: project.name })
    await notifyStillActive(write, project, test.created_by)
    emitProject(write, project, 'testEnd')
  })
}

/**
 * Handles what is due by the clock: maintenance expires, or is reinstated if the clock was wrong, and tests end. Safe after any downtime
 * and with several processes.
 */
export const keepTimes = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now().toISOString()
  const { systemDb } = ctx // not scoped: the system's own job
  const due = await systemDb
    .selectFrom('project')
    .select('id')
    .where('status', '=', 'maintenance')
    .where('due_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('due_at')
    .limit(atOnce)
    .execute()
  // A failure does not delay the others, nor the ends of tests.
  const failures: unknown[] = []
  for (const { id } of due) await expire(ctx, id).catch((error: unknown) => failures.push(error))
  const early = await systemDb
    .selectFrom('project')
    .select('id')
    .where('status', '=', 'overmaintenance')
    .where('due_at', '>', now)
    .where('deleted_at', 'is', null)
    .orderBy('due_at')
    .limit(atOnce)
    .execute()
  for (const { id } of early) await reinstate(ctx, id).catch((error: unknown) => failures.push(error))
  const over = await systemDb
    .selectFrom('project_test')
    .select('id')
    .where('to_at', '<=', now)
    .where('ended_at', 'is', null)
    .orderBy('to_at')
    .limit(atOnce)
    .execute()
  for (const { id } of over) await close(ctx, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
