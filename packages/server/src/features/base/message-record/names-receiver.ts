import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'

/**
 * Whether the caller may read who got a message about something that they see. People named by a rule of a company above are hidden, and
 * staff are hidden from customers and from a company that has joined the project: as in the preview and the escalation, they only read that
 * somebody was notified. People without an account belong to the place.
 */
export const namesReceiver = ({ scope, actor }: Pick<Ctx, 'scope' | 'actor'>): RawBuilder<boolean> => {
  if (scope.kind === 'system') return sql<boolean>`true`
  const named = scope.kind === 'company' ? isInBranch('rule.path', sql`${actor.companyPath}`) : sql`false`
  return sql<boolean>`(message_record.account_id is null or message_record.account_id = ${actor.accountId}
    or not exists (select from notification_run run join notify_rule rule on rule.id = run.rule_id
      where run.id = coalesce(message_record.run_id, message_record.resent_run_id) and not ${named}))`
}
