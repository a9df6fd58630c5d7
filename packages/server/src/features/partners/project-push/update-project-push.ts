import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { pushColumns } from './push-fields.ts'

/** Changes which events are pushed. Project and endpoint stay. @throws DomainError precondition if it has ended */
export const updateProjectPush = (ctx: Ctx, input: InputOf<typeof endpoints.projectPush.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const before = await lockRow(write, 'project_push', input)
    if (before.state === 'ended')
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.pushEndedAlready') })
    // Not scoped: whoever sees the push may know both.
    const {
      name,
      path,
      event_types: offered,
    } = await write.systemDb
      .selectFrom('push_endpoint')
      .select(['name', 'path', 'event_types'])
      .where('id', '=', before.endpoint_id)
      .executeTakeFirstOrThrow()
    const project = await write.systemDb
      .selectFrom('project')
      .select(['name', 'path'])
      .where('id', '=', before.project_id)
      .executeTakeFirstOrThrow()
    const place = { projectPath: project.path, endpointPath: path, offered }
    const columns = await pushColumns(ctx, write, before.project_id, place, input)
    await updateRow(write, 'project_push', before, columns, {
      action: 'projectPush.update',
      name: `${project.name} → ${name}`,
    })
    return { id: before.id }
  })
