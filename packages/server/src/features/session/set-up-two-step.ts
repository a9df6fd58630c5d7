import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { translate } from '../../platform/i18n.ts'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { sendMessages } from '../message/send-messages.ts'
import { accountById } from './account.store.ts'
import { judgeCode } from './attempts.ts'
import { brandingsOnPath } from './company.store.ts'
import { endSessions } from './end-sessions.ts'
import { provedAccount } from './proved-account.ts'
import { ownId, selfAudit } from './self-audit.ts'
import { newRecoveryCodes, newSecret, seal, stepOf, unseal } from './two-step.ts'
import { adoptSecret, replaceRecoveryCodes, setPendingSecret } from './two-step.store.ts'

type Session = typeof endpoints.session

const alreadyOn = (ctx: Ctx): DomainError =>
  new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.twoStepOn') })

/** Begins to set up the second step: shows a new secret, which counts once a first code has proved that it was taken down. */
export const beginTwoStep = async (
  ctx: Ctx,
  input: InputOf<Session['beginTwoStep']>,
): Promise<OutputOf<Session['beginTwoStep']>> => {
  const own = await provedAccount(ctx, input.password)
  if (own.two_step_secret !== null) throw alreadyOn(ctx)
  const brandings = await brandingsOnPath(ctx.systemDb, own.path) // the platform's name may be that of a company above
  const issuer = brandings.find((each) => each.platform_name)?.platform_name ?? 'Emberwatch'
  const shown = newSecret(issuer, own.account)
  return transact(ctx, async (write) => {
    await setPendingSecret(write.systemDb, own.id, seal(ctx, own.id, shown.secret))
    write.audit(selfAudit(ctx.actor, 'account.beginTwoStep'))
    return shown
  })
}

/** Switches the second step on with a first code; answers the recovery codes, which are shown this once. One's other sessions end. */
export const confirmTwoStep = async (
  ctx: Ctx,
  input: InputOf<Session['confirmTwoStep']>,
): Promise<OutputOf<Session['confirmTwoStep']>> => {
  const own = await accountById(ctx.db, ownId(ctx.actor))
  const pending = own.two_step_pending
  if (own.two_step_secret !== null || pending === null) throw alreadyOn(ctx)
  const attempt = { account: own.account, accountId: own.id, signedIn: true } as const
  let step: number | null = null
  const right = await judgeCode(ctx, attempt, async () => {
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
