import { DomainError, type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { staffWith } from '../../base/access/holders-of.ts'
import { whoSees } from '../../base/access/who-sees.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { emitFeedback } from './handle-feedback.ts'

/**
 * A customer writes to those who look after a project. The feedback belongs to the project's company, whose staff are told.
 * @throws deviceMissing for a device that the project does not have
 */
export const createFeedback = (
  ctx: Ctx,
  { projectId, deviceCode, content, photos = [] }: InputOf<typeof endpoints.userFeedback.create>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const project = await write.db
      .selectFrom('project')
      .select(['id', 'name', 'company_id', 'path', 'customer_id'])
      .where('id', '=', projectId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!project) throw new DomainError('notFound', {}, 'projectId')
    const device =
      deviceCode === undefined
        ? undefined
        : await write.db
            .selectFrom('device')
            .select('id')
            .where(sql<boolean>`lower(code) = lower(${deviceCode})`)
            .where('project_id', '=', projectId)
            .where('deleted_at', 'is', null)
            .executeTakeFirst()
    if (deviceCode !== undefined && !device) throw new DomainError('deviceMissing', {}, 'deviceCode')
    const { company_id, path, customer_id } = project
    const row = { company_id, path, customer_id, project_id: project.id, device_id: device?.id ?? null, content, photos }
    const id = await insertRow(write, 'user_feedback', row, { action: 'userFeedback.create', name: project.name })
    await attachFiles(ctx, write, photos, { companyId: company_id, path, customerId: customer_id })
    emitFeedback(write, { id, path, customer_id }, 'create')
    const staff = await staffWith(write.systemDb, company_id, 'userFeedback:reply', write.at) // not scoped: the customer need not see them
    const others = staff.filter((account) => account !== write.by)
    const receivers = [...(await whoSees(write, others, 'user_feedback', [id])).keys()]
    await sendMessages(
      write,
      receivers,
      'feedbackReceived',
      { project: project.name, content },
      pageAddress('userFeedbackList', { open: id }),
    )
    return { id }
  })
