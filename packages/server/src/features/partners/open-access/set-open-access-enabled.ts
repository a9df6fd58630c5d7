import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessionsOfKey } from '../../base/access/end-sessions.ts'
import { assertGrantsKey, assertSeesProjects } from './open-access.rules.ts'

/** Disables a key, which whoever may do so can do at any time, or enables it, which gives its rights. */
export const setOpenAccessEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.openAccess.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const key = await lockRow(write, 'open_access', { id })
    if (enabled) {
      assertGrantsKey(ctx, { keyRights: key.key_rights, dataScope: key.data_scope })
      await assertSeesProjects(ctx, write, key)
    }
    await updateRow(
      write,
      'open_access',
      key,
      { enabled },
      {
        action: 'openAccess.forbidden',
        changes: { enabled: [key.enabled, enabled] },
      },
    )
    if (!enabled) await endSessionsOfKey(write, key.id)
    return null
  })
