import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { isSecondPerson } from '../../base/access/second-person.ts'
import { stepTemplate } from './step-template.ts'

/**
 * A second person decides about a submitted version. Once approved, it is in use from this moment, and stays readable permanently.
 * @throws precondition for one's own; reasonRequired to reject; wrongState
 */
export const decideTemplate = (ctx: Ctx, input: InputOf<typeof endpoints.messageTemplate.decide>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', { id: input.id })
    const { id, submitted_by, submitted_for, template_version: number } = template
    if (template.state === 'submitted' && !isSecondPerson(ctx.actor, [submitted_by, submitted_for]))
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.templateSecondPerson') })
    const decided = { decided_by: write.by, decided_at: write.at }
    if (!input.agree) {
      const reason = input.reason?.trim()
      if (!reason) throw new DomainError('reasonRequired', {}, 'reason')
      await stepTemplate(ctx, write, template, 'reject', { ...decided, reason })
      return { id }
    }
    await stepTemplate(ctx, write, template, 'approve', { ...decided, approved_version: number, reason: null })
    const { title, content, signature, provider_code } = template
    await write.systemDb
      .insertInto('message_template_version')
      .values({
        template_id: id,
        number,
        title,
        content,
        signature,
        provider_code,
        submitted_by,
        approved_by: write.by,
        approved_at: write.at,
      })
      .execute()
    return { id }
  })
