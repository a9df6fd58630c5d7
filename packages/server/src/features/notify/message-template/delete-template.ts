import type { endpoints, InputOf } from '@emberwatch/contract'
import { isBelow } from '../../../platform/database/scope.ts'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, dependantLimit, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Deletes a template that no waiting task needs. @throws inUse naming the tasks */
export const deleteTemplate = (ctx: Ctx, input: InputOf<typeof endpoints.messageTemplate.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', input, 'delete')
    const tasks = await write.systemDb
      .selectFrom('message_task')
      .select(['title as label', 'path'])
      .where('deleted_at', 'is', null)
      .where('state', 'in', ['draft', 'queued', 'sending'])
      .where((e) => e.or([e('template_zh_id', '=', template.id), e('template_en_id', '=', template.id)]))
      .limit(dependantLimit)
      .execute()
    refuseInUse(tasks, (path) => isBelow(path, ctx.actor.companyPath))
    await deleteRow(write, 'message_template', template, { action: 'messageTemplate.del' })
    return null
  })
