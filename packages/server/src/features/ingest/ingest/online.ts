import type { OnlineRow } from '../../equipment/device/device.batch.ts'
import { pointOf } from './inbound-message.ts'
import type { BatchEffects } from './batch-effects.ts'

export function emitOnlineEvents(
  effects: BatchEffects,
  kind: 'gateway' | 'device',
  change: 'online' | 'offline',
  rows: readonly OnlineRow[],
): void {
  for (const row of rows) effects.event(kind, change, row.id, toOwner(row), kind === 'device' ? row.id : null, {})
}

/** The supervisory fault of being offline (domain.md, "Devices and gateways"), raised or restored. */
export function offlineFault(kind: 'gateway' | 'device', row: OnlineRow, typeId: number, action: 'raise' | 'restore', at: Date) {
  const device = kind === 'device' ? { id: row.id } : null
  return {
    point: pointOf(row.id, device, null),
    typeId,
    action,
    at,
    owner: toOwner(row),
    gatewayId: device === null ? row.id : row.gateway_id,
    deviceId: device?.id ?? null,
    name: row.name,
    format: 'EW',
    code: 'offline',
  } as const
}

function toOwner({ company_id: companyId, path, customer_id: customerId, project_id: projectId }: OnlineRow) {
  return { companyId, path, customerId, projectId, projectName: null }
}
