import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessionsOfKey } from '../../base/access/end-sessions.ts'
import { retireSecrets } from './open-access.store.ts'

/** Revokes a key for good: its secrets are deleted, and the sessions that it opened end. What it did stays under its name. */
export const deleteOpenAccess = (ctx: Ctx, input: InputOf<typeof endpoints.openAccess.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const key = await lockRow(write, 'open_access', input, 'delete')
    await deleteRow(write, 'open_access', key, { action: 'openAccess.del' })
    await retireSecrets(write.systemDb, key.id, null)
    await endSessionsOfKey(write, key.id)
    return null
  })
