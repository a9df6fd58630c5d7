import type { Ctx } from '../../../platform/context.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import { sql, type RawBuilder } from 'kysely'

const hidden = '***'

/** Whether a row is about a rule that a company above the reader's has made, or made before it handed the place over. */
const isOfAbove = (runId: RawBuilder<unknown>, { actor: { companyPath: path } }: Pick<Ctx, 'actor'>): RawBuilder<boolean> =>
  sql`exists (select from notification_run as run left join notify_rule as rule on rule.id = run.rule_id
    where run.id = ${runId} and (rule.path is null or not ${isInBranch('rule.path', sql`${path}`)}))`

/** The same for a row of the audit log. Not scoped: it only decides what is hidden. */
export const isRunOfAbove = (ctx: Pick<Ctx, 'actor'>): RawBuilder<boolean> =>
  sql`(audit_log.object_kind = 'notification_run' and audit_log.object_id ~ '^[0-9]+$'
    and ${isOfAbove(sql`case when audit_log.object_id ~ '^[0-9]+$' then audit_log.object_id::bigint end`, ctx)})`

/** What a row about such a run says to the reader: that somebody was told, but neither by which rule nor who (decision 71). */
export const withoutPeople = <
  T extends { readonly object_name: string; readonly changes: Record<string, readonly [unknown, unknown]> },
>(
  row: T,
): T => ({
  ...row,
  object_name: hidden,
  changes: Object.fromEntries(
    Object.entries(row.changes).map(([field, values]) => [
      field,
      field === 'told' || field === 'receiver' || field === 'reason' ? values.map(masked) : values,
    ]),
  ),
})

const masked = (value: unknown): unknown => (value === null ? null : Array.isArray(value) ? value.map(masked) : hidden)
