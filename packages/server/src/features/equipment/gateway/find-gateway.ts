import type { Write } from '../../../platform/transact.ts'
import { lockGateway, type LockedGateway } from '../device/device.rules.ts'

/** A gateway in the caller's scope with its owner. Locked until the write ends. Undefined if there is none. */
export const gatewayInScope = (write: Write, id: number): Promise<LockedGateway | undefined> => lockGateway(write.db, id)
