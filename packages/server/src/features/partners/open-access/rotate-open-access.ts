import { openAccessLimits, type endpoints, type InputOf, type OpenAccessSecret } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessionsOfKey } from '../../base/access/end-sessions.ts'
import { assertGrantsKey, assertSeesProjects } from './open-access.rules.ts'
import { retireSecrets } from './open-access.store.ts'
import { addSecret } from './secret.ts'

/**
 * Gives a key a new secret, shown this once. The one before it works for another day, so that the partner can change it without an
 * interruption; one that may be known to somebody ends at once, with the sessions that it opened.
 */
export const rotateOpenAccess = (
  ctx: Ctx,
  { id, immediately = false }: InputOf<typeof endpoints.openAccess.rotate>,
): Promise<OpenAccessSecret> =>
  transact(ctx, async (write) => {
    const key = await lockRow(write, 'open_access', { id })
    assertGrantsKey(ctx, { keyRights: key.key_rights, dataScope: key.data_scope })
    await assertSeesProjects(ctx, write, key)
    const until = immediately ? null : new Date(write.at.getTime() + openAccessLimits.overlapMs)
    await retireSecrets(write.systemDb, key.id, until)
    const { secret, prefix } = await addSecret(write, key.id)
    await updateRow(
      write,
      'open_access',
      key,
      {},
      {
        action: 'openAccess.rotateSecret',
        changes: { prefix: [null, prefix], immediately: [null, immediately] },
      },
    )
    if (immediately) await endSessionsOfKey(write, key.id)
    return { id: key.id, secret, formerUntil: until?.toISOString() ?? null }
  })
