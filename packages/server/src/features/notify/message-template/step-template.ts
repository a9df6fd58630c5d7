import { decide, DomainError, templateStates, type AuditActionOf } from '@emberwatch/contract'
import type { Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { MessageTemplateTable } from '../../../tables/messages.tables.ts'
import type { StoredTemplate } from './template.store.ts'

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
