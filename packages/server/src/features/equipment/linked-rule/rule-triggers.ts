import type { EnumValue } from '@emberwatch/contract'
import type pg from 'pg'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { rulesChannel } from './rule.store.ts'

/** The part of a report that may trigger a rule. */
export interface ReportedSignal {
  readonly format: string
  readonly code: string
  readonly type: EnumValue<'reportType'>
  readonly alarmTypeId: number | null
}

export interface Trigger {
  readonly trigger: EnumValue<'ruleTrigger'>
  readonly alarm_type_id: number | null
  readonly format: string | null
  readonly source_code: string | null
  readonly report_type: string | null
}

export const isTriggeredBy = (rule: Trigger, { format, code, type, alarmTypeId }: ReportedSignal): boolean => {
  switch (rule.trigger) {
    case 'alarm':
      return type === 'alarm' && rule.alarm_type_id === alarmTypeId
    case 'code':
      return rule.source_code?.toLowerCase() === code.toLowerCase() && (rule.format === null || rule.format === format)
    case 'report':
      return rule.report_type === type
  }
}

const staleMs = 30_000

/**
 * The triggers of rules by project, in memory, so that a report of a project without rules costs nothing, and storing an alarm needs no
 * lookup. Until loaded, every report counts as a trigger, because the rules themselves are checked later anyway.
 */
export class RuleTriggers {
  readonly #pool: pg.Pool
  #triggers: ReadonlyMap<number, readonly Trigger[]> | undefined
  #readAt = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Follows changes. Returns the unsubscribe function. */
  follow(notifications: Notifications): () => void {
    const changed = () => void this.#read().catch(() => (this.#triggers = undefined))
    return notifications.subscribe(rulesChannel, { onNotification: changed, onReconnect: changed })
  }

  mayStart(projectId: number, signal: ReportedSignal): boolean {
    if (performance.now() - this.#readAt > staleMs) {
      this.#readAt = performance.now()
      void this.#read().catch(() => undefined) // what is known stays in use
    }
    if (this.#triggers === undefined) return true
    return this.#triggers.get(projectId)?.some((rule) => isTriggeredBy(rule, signal)) ?? false
  }

  async #read(): Promise<void> {
    const { rows } = await this.#pool.query<Trigger & { project_id: number }>(
      `select project_id, trigger, alarm_type_id, format, source_code, report_type from linked_rule where enabled`,
    )
    this.#readAt = performance.now()
    this.#triggers = Map.groupBy(rows, (row) => row.project_id)
  }
}
