import type { BatchWrite } from '../../../platform/batch-write.ts'
import { devicePoint, gatewayPoint, type Signal } from '../../alarms/signal/signal.ts'
import type { OnlineRow } from '../../equipment/device/device.batch.ts'

export const emitOnlineEvents = (
  write: BatchWrite,
  kind: 'gateway' | 'device',
  change: 'online' | 'offline',
  rows: readonly OnlineRow[],
): void => {
  for (const { id, path, customer_id: customerId, project_id: projectId } of rows)
    write.emit({ kind, change, objectId: id, owner: { path, customerId, deviceId: kind === 'device' ? id : null, projectId } })
}

/** The supervisory fault of being offline (domain.md, "Devices and gateways"), raised or restored. */
export const offlineFault = (
  kind: 'gateway' | 'device',
  row: OnlineRow,
  typeId: number,
  action: Signal['action'],
  at: Date,
): Signal => {
  const { company_id: companyId, path, customer_id: customerId, project_id: projectId } = row
  const isDevice = kind === 'device'
  return {
    point: isDevice ? devicePoint(row.id) : gatewayPoint(row.id),
    typeId,
    action,
    at,
    owner: { companyId, path, customerId, projectId },
    gatewayId: isDevice ? row.gateway_id : row.id,
    deviceId: isDevice ? row.id : null,
    name: row.name,
    format: 'EW',
    code: 'offline',
  }
}
