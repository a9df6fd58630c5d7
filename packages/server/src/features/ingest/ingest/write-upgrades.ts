import type pg from 'pg'
import { storeUpgradeSignals } from '../../equipment/upgrade/upgrade-signal.batch.ts'
import type { UpgradeSignal } from '../../equipment/upgrade/upgrade-signal.batch.ts'
import type { InboundMessage } from './inbound-message.ts'
import { toInteger } from './write-states.ts'

/** Stores upgrade messages of gateways before they are acknowledged. The engine reads them later. */
export const writeUpgrades = async (client: pg.ClientBase, items: readonly InboundMessage[]): Promise<void> => {
  const signals = items.flatMap((item) => signalOf(item) ?? [])
  if (signals.length > 0) await storeUpgradeSignals(client, signals)
}

const signalOf = ({ gateway, receivedAt: at, progress, ask, heartbeat }: InboundMessage): UpgradeSignal | undefined => {
  if (gateway === undefined || gateway.id <= 0) return undefined
  const signal = { at, gatewayId: gateway.id, deviceCode: null }
  if (progress !== undefined) {
    const { task: offer, device: deviceCode = null, state, percent, error = null } = progress
    return { ...signal, kind: 'progress', deviceCode, offer, state, percent: toInteger(percent), error }
  }
  if (ask !== undefined) {
    const { device: deviceCode = null, firmware = null, hardware = null } = ask
    return {
      ...signal,
      kind: 'ask',
      deviceCode,
      firmware,
      hardware,
      battery: toInteger(ask.battery),
      signal: toInteger(ask.signal),
    }
  }
  if (heartbeat?.firmware === undefined) return undefined
  return { ...signal, kind: 'heartbeat', firmware: heartbeat.firmware, signal: toInteger(heartbeat.signal) }
}
