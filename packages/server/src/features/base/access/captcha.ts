import { DomainError, limits, type endpoints, type OutputOf } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../platform/context.ts'
import { drawCaptcha, randomAnswer } from './captcha-image.ts'
import { insertCaptcha, takeCaptcha } from './sessions.ts'

/** A new captcha, or an empty one that is not required if captchas are switched off. */
export const makeCaptcha = async (ctx: Ctx): Promise<OutputOf<typeof endpoints.session.captcha>> => {
  if (ctx.config.captcha === 'off') return { captchaId: '', image: '', required: false }
  const captchaId = randomBytes(16).toString('hex')
  const answer = randomAnswer()
  const image = await drawCaptcha(answer)
  const expiresAt = new Date(ctx.clock.now().getTime() + limits.captchaLife)
  await insertCaptcha(ctx.systemDb, captchaId, answer.toLowerCase(), expiresAt)
  return { captchaId, image: `data:image/png;base64,${image.toString('base64')}`, required: true }
}

/** Checks what was typed. A captcha is used up by one try, right or wrong. @throws DomainError captchaMissing, wrongCaptcha */
export const checkCaptcha = async (
  ctx: Ctx,
  { captchaId, code }: { readonly captchaId?: string | undefined; readonly code?: string | undefined },
): Promise<void> => {
  if (ctx.config.captcha === 'off') return
  if (code === undefined || code.trim() === '') throw new DomainError('captchaMissing', {}, 'code')
  const answer = captchaId === undefined ? undefined : await takeCaptcha(ctx.systemDb, captchaId, ctx.clock.now())
  if (answer === undefined || code.trim().toLowerCase() !== answer) throw new DomainError('wrongCaptcha', {}, 'code')
}
