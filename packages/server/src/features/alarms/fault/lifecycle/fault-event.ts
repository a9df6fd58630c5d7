import { DomainError, type EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../../platform/context.ts'
import type { PlacedEvent } from '../../../../platform/effects.batch.ts'
import { enumLabel } from '../../../../platform/i18n.ts'
import type { Write } from '../../../../platform/transact.ts'
import { lastEditor } from '../../../../platform/versioned.ts'
import { findFault, type StoredFault } from '../fault.store.ts'

type Shown = Pick<StoredFault, 'id' | 'type_id' | 'path' | 'customer_id' | 'device_id' | 'project_id'>

/** Emits the live event of a fault. */
export const emitFaultEvent = (
  write: { emit(event: PlacedEvent): void },
  change: string,
  { id, type_id: typeId, path, customer_id: customerId, device_id: deviceId, project_id: projectId }: Shown,
  state?: EnumValue<'faultState'>,
): void => {
  const data = state === undefined ? { typeId } : { typeId, state }
  write.emit({ kind: 'fault', change, objectId: id, owner: { path, customerId, deviceId, projectId }, data })
}

/** @throws DomainError wrongState, naming who was first: the fault has changed since it was read */
export const throwFaultChanged = async (ctx: Ctx, write: Write, fault: StoredFault, field?: string): Promise<never> => {
  const now = (await findFault(write.db, fault.id)) ?? fault
  const state = enumLabel(ctx.locale, 'faultState', now.state)
  throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'fault', fault.id)) }, field)
}
