import { decide, DomainError, templateStates, type AuditActionOf, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { updateRow, lockRow } from '../../../platform/rows/rows.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { MessageTemplateTable } from '../../../tables/messages.tables.ts'
import type { StoredTemplate } from './template.store.ts'
import { isSecondPerson } from '../../base/access/access.rules.ts'

type Action = 'update' | 'submit' | 'withdraw' | 'approve' | 'reject'

/**
 * One step of a locked template: state graph → row with its version and editor → live event, audit.
 * @throws wrongState, precondition (the second person), noAccess
 */
export const stepTemplate = async (
  ctx: Ctx,
  write: Write,
  template: StoredTemplate,
  action: Action,
  changes: Updateable<MessageTemplateTable> = {},
): Promise<void> => {
  const facts = { submittedById: template.submitted_by, submittedForId: template.submitted_for }
  const verdict = decide(templateStates, action, template.state, facts, ctx.actor)
  if (!verdict.allowed) {
    if (verdict.reason === 'noAccess') throw new DomainError('noAccess')
    if (verdict.reason !== 'wrongState')
      throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${verdict.reason}`) })
    const state = enumLabel(ctx.locale, 'templateState', template.state)
    throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'message_template', template.id)) })
  }
  const named: AuditActionOf<'messageTemplate'> = `messageTemplate.${action}`
  await updateRow(write, 'message_template', template, { ...changes, state: verdict.to }, { action: named })
  const { path } = template
  write.emit({ kind: 'messageTask', change: 'template', objectId: template.id, owner: { path, projectId: null } })
}

/** Submits the newest version for approval. */
export const submitTemplate = (ctx: Ctx, input: InputOf<typeof endpoints.messageTemplate.submit>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', input)
    const asked = { submitted_by: write.by, submitted_for: ctx.actor.issuer?.accountId ?? null, submitted_at: write.at }
    await stepTemplate(ctx, write, template, 'submit', { ...asked, decided_by: null, decided_at: null, reason: null })
    return { id: template.id }
  })

/** Withdraws a submitted version, so that it can be edited. */
export const withdrawTemplate = (ctx: Ctx, input: InputOf<typeof endpoints.messageTemplate.withdraw>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', input)
    await stepTemplate(ctx, write, template, 'withdraw')
    return { id: template.id }
  })

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
