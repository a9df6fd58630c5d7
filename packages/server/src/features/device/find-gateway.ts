import type { Write } from '../../platform/transact.ts'
import { lockGateway, type LockedGateway } from './device.store.ts'

/** A gateway in the caller's scope, with what its devices belong to. Locked until the write ends. Undefined if it is gone. */
export const gatewayInScope = (write: Write, id: number): Promise<LockedGateway | undefined> => lockGateway(write.db, id)
