import type { RuleSignal } from '../../equipment/linked-rule/rule-signal.batch.ts'
import type { ReportedSignal } from '../../equipment/linked-rule/rule-triggers.ts'
import type { InboundMessage } from './inbound-message.ts'

/** Whether a report of a project may start one of its linked rules. */
export type MayStartRule = (projectId: number, signal: ReportedSignal) => boolean

/** The signals of new messages that may start linked rules. Reports of unknown codes and unregistered devices start none. */
export const ruleSignals = (items: readonly InboundMessage[], mayStart: MayStartRule): RuleSignal[] => {
  const signals: RuleSignal[] = []
  for (const { rows, receivedAt: at } of items)
    for (const { device, meaning } of rows) {
      if (device === null || device.projectId === null || meaning === undefined || meaning.type === null) continue
      const { format, code, type, alarm } = meaning
      const signal = { format, code, type, alarmTypeId: alarm?.id ?? null }
      if (mayStart(device.projectId, signal)) signals.push({ ...signal, projectId: device.projectId, deviceId: device.id, at })
    }
  return signals
}
