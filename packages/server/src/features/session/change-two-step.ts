import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { translate } from '../../platform/i18n.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { sendMessages } from '../message/send-messages.ts'
import { accountById } from './account.store.ts'
import { requiresTwoStep } from './authenticate.ts'
import { endSessions } from './end-sessions.ts'
import { provedAccount } from './proved-account.ts'
import { ownId, selfAudit } from './self-audit.ts'
import { newRecoveryCodes } from './two-step.ts'
import { recoveryCodesLeft, removeSecret, replaceRecoveryCodes } from './two-step.store.ts'

type Session = typeof endpoints.session

const isOff = (ctx: Ctx): DomainError => new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.twoStepOff') })

/** How one signs in: in two steps or not, whether a role asks for it, and how many recovery codes are left. */
export const twoStepInfo = async (ctx: Ctx): Promise<OutputOf<Session['twoStep']>> => {
  const own = await accountById(ctx.db, ownId(ctx.actor))
  return {
    enabled: own.two_step_secret !== null,
    required: await requiresTwoStep(ctx.systemDb, own.id), // a role may be of a company above
    since: own.two_step_since,
    recoveryCodesLeft: await recoveryCodesLeft(ctx.systemDb, own.id),
  }
}

/** New recovery codes in place of the old ones; shown this once. */
export const renewRecoveryCodes = async (
  ctx: Ctx,
  input: InputOf<Session['renewRecoveryCodes']>,
): Promise<OutputOf<Session['renewRecoveryCodes']>> => {
  const own = await provedAccount(ctx, input.password)
  if (own.two_step_secret === null) throw isOff(ctx)
  const { codes, hashes } = newRecoveryCodes()
  return transact(ctx, async (write) => {
    await replaceRecoveryCodes(write.systemDb, own.id, hashes)
    write.audit(selfAudit(ctx.actor, 'account.recoveryCodes'))
    return { recoveryCodes: codes }
  })
}

/** Switches one's own second step off, unless a role asks for it; one's other sessions end. */
export const endTwoStep = async (ctx: Ctx, input: InputOf<Session['endTwoStep']>): Promise<null> => {
  const own = await provedAccount(ctx, input.password)
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

/** Takes the second step from somebody who lost it, in a write that judged that the caller may; their sessions end, and they are told. */
export const removeTwoStep = async (ctx: Ctx, write: Write, accountId: number): Promise<void> => {
  if (!(await removeSecret(write.systemDb, accountId))) throw isOff(ctx)
  await endSessions(write, [accountId])
  await sendMessages(write, [accountId], 'twoStepReset', { who: ctx.actor.name })
}
