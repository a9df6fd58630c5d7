import type { AuditActionOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Write } from '../../../platform/transact.ts'
import type { StoredDevice } from './device.store.ts'

interface Place {
  readonly path: string
  readonly customer_id: number | null
  readonly project_id: number | null
}

/** Columns that repeat what another column says. */
const repeated: ReadonlySet<string> = new Set(['company_id', 'path', 'bound_at', 'stocked_at'])

/** The audit rows of changed devices, each from → to. A device that changes company gets one in the log of each. */
export const auditDevices = (
  write: Write,
  action: AuditActionOf<'device'>,
  devices: readonly StoredDevice[],
  changes: Readonly<Record<string, unknown>>,
): void => {
  const kept = Object.fromEntries(Object.entries(changes).filter(([column]) => !repeated.has(column)))
  for (const device of devices) {
    const before = { companyId: device.company_id, path: device.path }
    const after = {
      companyId: (changes['company_id'] as number | undefined) ?? before.companyId,
      path: (changes['path'] as string | undefined) ?? before.path,
    }
    for (const owner of after.path === before.path ? [before] : [after, before])
      write.audit({
        action,
        object: { kind: 'device', id: device.id, name: device.name },
        owner,
        changes: changesBetween(device, kept),
      })
  }
}

/** Makes open lists refresh, at the present place and at the former one. */
export const emitDevices = (write: Write, change: string, devices: readonly StoredDevice[], now?: Place): void => {
  for (const device of devices) {
    const places = [now ?? device, device]
    const distinct = new Map(places.map((place) => [`${place.path} ${place.customer_id ?? ''} ${place.project_id ?? ''}`, place]))
    for (const { path, customer_id: customerId, project_id: projectId } of distinct.values())
      write.emit({ kind: 'device', change, objectId: device.id, owner: { path, customerId, deviceId: device.id, projectId } })
  }
}
