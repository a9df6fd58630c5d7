import type { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertLoginLog } from './login-log.store.ts'

/** Writes a rejected sign-in to the login log. */
export const logRefusal = (
  ctx: Ctx,
  who: { readonly account: string; readonly accountId: number | null; readonly path: string | null },
  error: DomainError,
): Promise<void> =>
  insertLoginLog(ctx.systemDb, {
    at: ctx.clock.now(),
    path: who.path,
    account_id: who.accountId,
    account: who.account,
    result: error.reason,
    ip: ctx.origin.ip,
    user_agent: ctx.origin.userAgent,
  })
