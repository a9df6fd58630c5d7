import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { assertStaff } from '../../base/access/assert-staff.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitProject } from './project.events.ts'
import { throwPrecondition } from './project.rules.ts'
import { tellStillActive } from './tell-still-active.ts'

/** Ends a test early, or cancels one that has not begun: from now on its signals are real. */
export const endTest = (ctx: Ctx, { id }: InputOf<typeof endpoints.project.endTest>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const test = await lockRow(write, 'project_test', { id })
    if (test.ended_at !== null || Date.parse(test.to_at) <= write.at.getTime()) throwPrecondition(ctx, 'testEnded')
    const project = await write.systemDb
      .selectFrom('project')
      .select(['id', 'name', 'path', 'customer_id'])
      .where('id', '=', test.project_id)
      .executeTakeFirst()
    if (!project) throw new DomainError('notFound', {}, 'id')
    const changes = { ended_at: write.at.toISOString(), ended_by: write.by }
    await updateRow(write, 'project_test', test, changes, { action: 'projectTest.end', name: project.name })
    await tellStillActive(write, project, test.created_by)
    emitProject(write, project, 'testEnd')
    return { id }
  })
