import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { accountById } from '../account/own-account.ts'
import { requiresTwoStep } from '../../base/access/authenticate.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { reauthenticate } from './own-account.verbs.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'
import { newRecoveryCodes } from './two-step.verbs.ts'
import { recoveryCodesLeft, removeSecret, replaceRecoveryCodes } from '../account/two-step-secret.ts'

type Session = typeof endpoints.session

const isOff = (ctx: Ctx): DomainError => new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.twoStepOff') })

/** The caller's sign-in: with one or two factors, whether a role requires two, and how many recovery codes are left. */
export const twoStepInfo = async (ctx: Ctx): Promise<OutputOf<Session['twoStep']>> => {
  const own = await accountById(ctx.db, ownId(ctx.actor))
  return {
    enabled: own.two_step_secret !== null,
    required: await requiresTwoStep(ctx.systemDb, own.id), // a role may belong to a parent company
    since: own.two_step_since,
    recoveryCodesLeft: await recoveryCodesLeft(ctx.systemDb, own.id),
  }
}

/** New recovery codes replace the old ones. Shown only once. */
export const renewRecoveryCodes = async (
  ctx: Ctx,
  input: InputOf<Session['renewRecoveryCodes']>,
): Promise<OutputOf<Session['renewRecoveryCodes']>> => {
  const own = await reauthenticate(ctx, input.password)
  if (own.two_step_secret === null) throw isOff(ctx)
  const { codes, hashes } = newRecoveryCodes()
  return transact(ctx, async (write) => {
    await replaceRecoveryCodes(write.systemDb, own.id, hashes)
    write.audit(selfAudit(ctx.actor, 'account.recoveryCodes'))
    return { recoveryCodes: codes }
  })
}

/** Switches the caller's second factor off unless a role requires it. The caller's other sessions end. */
export const endTwoStep = async (ctx: Ctx, input: InputOf<Session['endTwoStep']>): Promise<null> => {
  const own = await reauthenticate(ctx, input.password)
  if (await requiresTwoStep(ctx.systemDb, own.id))
    throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.twoStepRequired') })
  return transact(ctx, async (write) => {
    if (!(await removeSecret(write.systemDb, own.id))) throw isOff(ctx)
    await endSessions(write, [own.id], ctx.actor.sessionHash)
    await sendMessages(write, [own.id], 'twoStepOff', {})
    write.audit(selfAudit(ctx.actor, 'account.twoStepOff'))
    return null
  })
}
