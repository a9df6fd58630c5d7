import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { assertQuota } from '../company/quotas.ts'
import { endSessions } from '../session/end-sessions.ts'
import { lockManaged, type AccountFamily } from './account.rules.ts'
import { updateAccountRow } from './account.store.ts'

/** Enables or disables an account, a registered one among them; disabled, its sessions end. */
export const forbidAccount = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input.id)
    const { enabled } = input
    // A registered account counts from here on.
    const pending = account.pending && !enabled
    if (account.pending && enabled) await assertQuota(ctx, write, account.path, 'accounts', 1)
    await updateAccountRow(write.db, account.id, account.version, { enabled, pending }, ctx.actor.accountId, write.at)
    if (!enabled) await endSessions(write, [account.id])
    write.audit({
      action: 'account.forbidden',
      object: { kind: 'account', id: account.id, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
      changes: { enabled: [account.enabled, enabled] },
    })
    return null
  })
