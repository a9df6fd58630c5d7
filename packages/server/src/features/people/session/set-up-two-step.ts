import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { translate } from '../../../platform/i18n.ts'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { accountById } from '../account/own-account.ts'
import { checkSecondFactor } from '../../base/access/attempts.ts'
import { brandingsOnPath } from './company.reads.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { reauthenticate } from './reauthenticate.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'
import { newRecoveryCodes, newSecret, seal, stepOf, unseal } from './two-step.ts'
import { adoptSecret, replaceRecoveryCodes, setPendingSecret } from '../account/two-step-secret.ts'

type Session = typeof endpoints.session

const alreadyOn = (ctx: Ctx): DomainError =>
  new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.twoStepOn') })

/** Starts to set up the second factor: shows a new secret, which takes effect once a first code proves that it was saved. */
export const beginTwoStep = async (
  ctx: Ctx,
  input: InputOf<Session['beginTwoStep']>,
): Promise<OutputOf<Session['beginTwoStep']>> => {
  const own = await reauthenticate(ctx, input.password)
  if (own.two_step_secret !== null) throw alreadyOn(ctx)
  const brandings = await brandingsOnPath(ctx.systemDb, own.path) // the platform's name may come from a parent company
  const issuer = brandings.find((each) => each.platform_name)?.platform_name ?? 'Emberwatch'
  const shown = newSecret(issuer, own.account)
  return transact(ctx, async (write) => {
    await setPendingSecret(write.systemDb, own.id, seal(ctx, own.id, shown.secret))
    write.audit(selfAudit(ctx.actor, 'account.beginTwoStep'))
    return shown
  })
}

/**
 * Switches the second factor on with a first code. Returns the recovery codes, which are shown only once. The caller's other
 * sessions end.
 */
export const confirmTwoStep = async (
  ctx: Ctx,
  input: InputOf<Session['confirmTwoStep']>,
): Promise<OutputOf<Session['confirmTwoStep']>> => {
  const own = await accountById(ctx.db, ownId(ctx.actor))
  const pending = own.two_step_pending
  if (own.two_step_secret !== null || pending === null) throw alreadyOn(ctx)
  const attempt = { account: own.account, accountId: own.id, signedIn: true } as const
  let step: number | null = null
  const right = await checkSecondFactor(ctx, attempt, async () => {
    step = stepOf(unseal(ctx, own.id, pending), input.code.replaceAll(/\s/g, ''), ctx.clock.now())
    return step !== null
  })
  if (!right || step === null) throw new DomainError('wrongCode', {}, 'code')
  const { codes, hashes } = newRecoveryCodes()
  const accepted: number = step
  return transact(ctx, async (write) => {
    if (!(await adoptSecret(write.systemDb, own.id, pending, accepted, write.at))) throw alreadyOn(ctx)
    await replaceRecoveryCodes(write.systemDb, own.id, hashes)
    await endSessions(write, [own.id], ctx.actor.sessionHash)
    await sendMessages(write, [own.id], 'twoStepOn', {})
    write.audit(selfAudit(ctx.actor, 'account.twoStepOn'))
    return { recoveryCodes: codes }
  })
}
