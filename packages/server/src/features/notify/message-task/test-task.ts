import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { filesNamed } from '../../../platform/files-named.ts'
import { translate } from '../../../platform/i18n.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { queueRecords } from '../../base/message-record/queue-records.ts'
import { sendEach } from '../../base/message/send-messages.ts'
import { withFiles } from './expand-task.ts'
import { hasAddress } from './receivers.ts'
import { paramsOf } from './task-params.ts'
import { assertReady } from './task-ready.ts'

/** Sends a task to the caller only, as a receiver would get it. @throws emptyMessage; precondition if the caller has no number or address */
export const testTask = (ctx: Ctx, { id }: InputOf<typeof endpoints.messageTask.test>): Promise<null> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'message_task', { id })
    const texts = await assertReady(ctx, task, write.at)
    const account = await write.systemDb
      .selectFrom('account')
      .select(['id', 'name', 'phone', 'email'])
      .select(hasAddress(task.push_type).as('hasAddress'))
      .where('id', '=', ctx.actor.accountId)
      .executeTakeFirst()
    if (!account?.hasAddress) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.noAddressOfOwn') })
    const params = (await paramsOf(write.systemDb, task, write.at))(account.name)
    const { title, content, templateId } = texts.textFor(ctx.locale, params)
    if (task.push_type === 'inSite' || task.files.length > 0) {
      const letter = { accountId: account.id, params: { title, content } }
      await sendEach(write, [letter], 'taskNotice', null, { files: task.files })
    }
    const names = [...(await filesNamed(write.systemDb, task.files)).values()].map(({ name }) => name)
    if (task.push_type !== 'inSite')
      await queueRecords(write.systemDb, [
        {
          company_id: task.company_id,
          path: task.path,
          title,
          content: task.push_type === 'mail' ? withFiles(content, names, ctx.locale) : content,
          cause: 'test',
          channel: task.push_type,
          account_id: account.id,
          receiver: account.name,
          phone: account.phone ?? '',
          email: account.email,
          language: ctx.locale,
          template_id: templateId,
          params: JSON.stringify(params),
          priority: 1,
          created_at: write.at,
          state_at: write.at,
          due_at: write.at,
        },
      ])
    auditRow(write, 'message_task', task, { action: 'messageTask.test', name: task.title })
    return null
  })
