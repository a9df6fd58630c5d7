import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { endSessionById, endSessions } from './end-sessions.ts'
import { ownId, selfAudit } from './self-audit.ts'

/** Ends one of one's own sessions. */
export const endOwnSession = async (ctx: Ctx, input: InputOf<typeof endpoints.session.endOwnSession>): Promise<null> =>
  transact(ctx, async (write) => {
    await endSessionById(write, input.id)
    write.audit(selfAudit(ctx.actor, 'session.end'))
    return null
  })

/** Ends all of one's own sessions but the one that asks. */
export const endOtherSessions = async (ctx: Ctx): Promise<null> =>
  transact(ctx, async (write) => {
    await endSessions(write, [ownId(ctx.actor)], ctx.actor.sessionHash)
    write.audit(selfAudit(ctx.actor, 'session.endOthers'))
    return null
  })
