import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/**
 * Whether the caller may read who got a message about something that they see. People named by a rule that the caller does not see, such as
 * one of a company above, are hidden: as in the preview and the escalation, only that somebody was notified is shown. People without an
 * account belong to the place.
 */
export const namesReceiver = ({ scope, actor, db }: Pick<Ctx, 'scope' | 'actor' | 'db'>): RawBuilder<boolean> => {
  if (scope.kind === 'system') return sql<boolean>`true`
  const seen = db.selectFrom('notify_rule').select('id')
  return sql<boolean>`(message_record.account_id is null or message_record.account_id = ${actor.accountId}
    or not exists (select from notification_run run
      where run.id = coalesce(message_record.run_id, message_record.resent_run_id) and run.rule_id not in ${seen}))`
}
