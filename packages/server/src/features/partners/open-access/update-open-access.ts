import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessionsOfKey } from '../../base/access/end-sessions.ts'
import { assertGrantsKey, chosenProjects, columnsOf } from './open-access.rules.ts'
import { projectsOfKey, replaceProjects } from './open-access.store.ts'

/** Edits a key. Somebody who lacks a right that it has, or is to get, may not. */
export const updateOpenAccess = (ctx: Ctx, input: InputOf<typeof endpoints.openAccess.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const key = await lockRow(write, 'open_access', input)
    assertGrantsKey(ctx, { keyRights: key.key_rights, dataScope: key.data_scope })
    assertGrantsKey(ctx, input)
    const columns = columnsOf(ctx, input, write.at, key.expires_at)
    const [before, after] = [
      await projectsOfKey(write.systemDb, key.id), // including those that the caller does not see
      await chosenProjects(ctx, write, input, key.path),
    ]
    const isMoved = before.join() !== after.join()
    const [had, has] = [key.key_rights, input.keyRights].map((rights) => rights.includes('ticket:issue'))
    const granter = has ? (had ? key.ticket_granted_by : write.by) : null
    const sees = isMoved || columns.data_scope !== key.data_scope ? { scope_since: write.at } : {}
    await updateRow(
      write,
      'open_access',
      key,
      { ...columns, ...sees, ticket_granted_by: granter },
      {
        action: 'openAccess.update',
        unique: ['name', input.name],
        changes: { scope_since: null, ticket_granted_by: null, ...(isMoved ? { projectIds: [before, after] } : {}) },
      },
    )
    if (isMoved) await replaceProjects(write.systemDb, key.id, after)
    if (had && !has) await endSessionsOfKey(write, key.id)
    return { id: key.id }
  })
