import type { Write } from '../../platform/transact.ts'
import { deleteRolesOf } from './role.store.ts'

/** Removes the roles of a company that is deleted with them, in the write that deletes it; nobody holds them any more. */
export const removeRoles = (write: Write, companyId: number): Promise<void> => deleteRolesOf(write.systemDb, companyId)
