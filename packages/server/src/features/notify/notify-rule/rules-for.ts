import { matchesRule, type NotifyRule, type RuleEvent } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import { pathsOn } from '../../base/tenant/tenant.reads.ts'
import type { Tables } from '../../../tables/index.ts'
import type { NotifyRuleTable } from '../../../tables/notify-rules.tables.ts'

export interface MatchingRule {
  readonly id: number
  readonly company_id: number
  readonly path: string
  readonly rule: NotifyRule
}

/** A stored rule in the form that the contract and the engine use. */
export const ruleOf = (row: Selectable<NotifyRuleTable>): NotifyRule => ({
  name: row.name,
  enabled: row.enabled,
  events: row.events,
  levels: row.levels,
  projectIds: row.project_ids,
  projectTypeIds: row.project_type_ids,
  alarmTypeIds: row.alarm_type_ids,
  faultTypeIds: row.fault_type_ids,
  deviceIds: row.device_ids,
  steps: row.steps,
  stopWhen: row.stop_when,
  activeHours: row.active_hours,
  mergeWindowS: row.merge_window_s,
  language: row.language,
})

/**
 * The enabled rules of a company and of companies above it, in the order of creation.
 * @param db unscoped: a company above may have a rule that the caller does not see
 */
export const rulesAt = async (db: Kysely<Tables>, companyPath: string): Promise<MatchingRule[]> => {
  const rows = await db
    .selectFrom('notify_rule')
    .selectAll()
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`path = any(${pathsOn(companyPath)})`)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, company_id: row.company_id, path: row.path, rule: ruleOf(row) }))
}

/** The rules that apply to an event. */
export const applying = (rules: readonly MatchingRule[], event: RuleEvent): MatchingRule[] =>
  rules.filter(({ rule }) => matchesRule(rule, event))

/** The rules that apply to an event at a place of a company. */
export const rulesFor = async (
  db: Kysely<Tables>,
  { companyPath, ...event }: RuleEvent & { readonly companyPath: string },
): Promise<MatchingRule[]> => applying(await rulesAt(db, companyPath), event)
