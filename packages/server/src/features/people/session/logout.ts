import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { endSession } from '../../base/access/end-sessions.ts'
import { selfAudit } from '../../../platform/self-audit.ts'

/** Ends the caller's session. */
export const logout = async (ctx: Ctx): Promise<null> =>
  transact(ctx, async (write) => {
    if (ctx.actor.sessionHash) await endSession(write, ctx.actor.sessionHash)
    write.audit(selfAudit(ctx.actor, 'session.logout'))
    return null
  })
