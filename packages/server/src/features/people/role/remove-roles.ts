import type { Write } from '../../../platform/transact.ts'
import { deleteRolesOf } from './role.store.ts'

/** Removes the roles of a company in the write that deletes it. Nobody has them any more. */
export const removeRoles = (write: Write, companyId: number): Promise<void> => deleteRolesOf(write.systemDb, companyId)
