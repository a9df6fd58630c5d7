import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessionById, endSessions } from '../../base/access/end-sessions.ts'
import { dropSubscriptionsOf } from '../push/drop-subscriptions-of.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'

/** Ends one of the caller's sessions. */
export const endOwnSession = async (ctx: Ctx, input: InputOf<typeof endpoints.session.endOwnSession>): Promise<null> =>
  transact(ctx, async (write) => {
    await endSessionById(write, input.id)
    write.audit(selfAudit(ctx.actor, 'session.end'))
    return null
  })

/**
 * Ends all of the caller's sessions except the current one, and push messages to the caller's phones: nobody knows which of them are still
 * theirs.
 */
export const endOtherSessions = async (ctx: Ctx): Promise<null> =>
  transact(ctx, async (write) => {
    await endSessions(write, [ownId(ctx.actor)], ctx.actor.sessionHash)
    await dropSubscriptionsOf(write.systemDb, ownId(ctx.actor))
    write.audit(selfAudit(ctx.actor, 'session.endOthers'))
    return null
  })
