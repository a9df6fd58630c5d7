import type { Updateable } from 'kysely'
import type { UpgradeDeviceTable } from '../../../tables/upgrades.tables.ts'
import type { UnitStep } from './decide-upgrade.ts'
import type { TraceEntry } from '../product-trace/record-trace.ts'
import type { EngineWrite } from './engine-write.ts'
import { stepUpgradeDevice } from './step-upgrade-device.ts'
import { columnsOf, type StoredUnit } from './upgrade-device.store.ts'

/** Applies a decision about a device of a locked task, and records what people will ask for later. */
export const applyStep = async (
  write: EngineWrite,
  row: StoredUnit,
  step: UnitStep,
  more: Updateable<UpgradeDeviceTable> = {},
): Promise<StoredUnit> => {
  const after = await stepUpgradeDevice(write, row, { action: step.action, changes: { ...columnsOf(step.set), ...more } })
  const subject = {
    object: { kind: 'upgrade_device', id: row.id, name: row.code } as const,
    owner: { companyId: row.company_id, path: row.path },
  }
  const { failure, error, fromVersion: told } = step.set
  const why = { failure: [null, failure], ...(error ? { error: [null, error] as const } : {}) } as const
  const trace = (entry: Pick<TraceEntry, 'step' | 'to' | 'note' | 'failure' | 'owner'>): void =>
    write.trace({
      ...(row.device_id === null ? { gatewayId: row.gateway_id } : { deviceId: row.device_id }),
      code: row.code,
      from: row.from_version,
      ...entry,
    })
  if (step.action === 'fail') {
    write.audit({ action: 'upgradeDevice.fail', ...subject, changes: { state: [row.state, 'failed'], ...why } })
    // The owner whose upgrade it was: the device may have moved meanwhile.
    const owner = { companyId: row.company_id, path: row.path, customerId: row.customer_id, projectId: row.project_id }
    if (failure !== 'gone') trace({ step: 'firmwareFailed', to: row.to_version, note: error ?? null, failure, owner })
  }
  if (step.action === 'again' && failure) write.audit({ action: 'upgradeDevice.tryAgain', ...subject, changes: why })
  // The last step of its route, or one of them.
  const isNew = told !== undefined && told !== null && told !== row.from_version
  if (isNew && (step.action === 'succeed' || (step.action === 'again' && !failure))) {
    write.audit({ action: 'upgradeDevice.upgraded', ...subject, changes: { firmware: [row.from_version, told] } })
    trace({ step: 'firmware', to: told })
  }
  return after
}
