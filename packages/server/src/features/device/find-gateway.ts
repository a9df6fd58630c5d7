import type { Write } from '../../platform/transact.ts'
import { lockGateway, type LockedGateway } from './device.store.ts'

/** A gateway in the caller's scope, with what a device at it belongs to; it stays until the write ends. Undefined when it is gone. */
export const gatewayInScope = (write: Write, id: number): Promise<LockedGateway | undefined> => lockGateway(write.db, id)
