import { pointOf } from './inbound.ts'
import type { Outcome } from './outcome.ts'

/** What deciding about online and offline needs of a gateway or device. */
export interface OnlineRow {
  id: number
  name: string
  company_id: number
  path: string
  customer_id: number | null
  project_id: number | null
  gateway_id: number | null
}

export function announce(
  outcome: Outcome,
  kind: 'gateway' | 'device',
  change: 'online' | 'offline',
  rows: readonly OnlineRow[],
): void {
  for (const row of rows) outcome.event(kind, change, row.id, ownerOf(row), kind === 'device' ? row.id : null, {})
}

/** The supervisory fault of being offline (domain.md, "Devices and gateways"), as it begins or ends. */
export function offlineFault(kind: 'gateway' | 'device', row: OnlineRow, typeId: number, action: 'raise' | 'restore', at: Date) {
  const device = kind === 'device' ? { id: row.id } : null
  return {
    point: pointOf(row.id, device, null),
    typeId,
    action,
    at,
    owner: ownerOf(row),
    gatewayId: device === null ? row.id : row.gateway_id,
    deviceId: device?.id ?? null,
    name: row.name,
    format: 'EW',
    code: 'offline',
  } as const
}

function ownerOf({ company_id: companyId, path, customer_id: customerId, project_id: projectId }: OnlineRow) {
  return { companyId, path, customerId, projectId, projectName: null }
}
