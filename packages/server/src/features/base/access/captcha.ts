import { randomInt, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { DomainError, limits, type endpoints, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertCaptcha, takeCaptcha } from './sessions.ts'

/**
 * Strokes of each character in a box of 10 x 14: our own drawing, so that no font or licence is needed. Characters that look
 * alike (0 O, 1 I, 5 S, X Y …) are left out.
 */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 14 L5 0 L10 14 M2 9 L8 9',
  C: 'M10 3 C8 -1 0 -1 0 7 C0 15 8 15 10 11',
  E: 'M10 0 L0 0 L0 14 L10 14 M0 7 L8 7',
  F: 'M10 0 L0 0 L0 14 M0 7 L8 7',
  H: 'M0 0 L0 14 M10 0 L10 14 M0 7 L10 7',
  J: 'M9 0 L9 10 C9 15 1 15 0 10',
  K: 'M0 0 L0 14 M10 0 L0 8 M3 6 L10 14',
  L: 'M0 0 L0 14 L9 14',
  M: 'M0 14 L1 0 L5 9 L9 0 L10 14',
  N: 'M0 14 L0 0 L10 14 L10 0',
  P: 'M0 14 L0 0 L5 0 C12 0 12 8 5 8 L0 8',
  R: 'M0 14 L0 0 L5 0 C12 0 12 7 5 7 L0 7 M5 7 L10 14',
  T: 'M0 0 L10 0 M5 0 L5 14',
  W: 'M0 0 L2 14 L5 4 L8 14 L10 0',
  Y: 'M0 0 L5 7 L10 0 M5 7 L5 14',
  3: 'M0 2 C3 -2 10 0 9 4 C9 6 6 7 4 7 C7 7 10 8 10 11 C9 15 2 15 0 12',
  4: 'M8 14 L8 0 L0 10 L10 10',
  7: 'M0 0 L10 0 L4 14',
  9: 'M10 4 C10 -1 0 -1 0 4 C0 9 10 9 10 4 C10 9 9 13 4 14',
}
const signs = Object.keys(strokes)
const length = 4
const width = 120
const height = 40

const between = (low: number, high: number): number => low + (randomInt(10_001) / 10_000) * (high - low)
const ink = (): string => `hsl(${randomInt(360)} ${randomInt(40, 80)}% ${randomInt(25, 42)}%)`

const randomAnswer = (): string => Array.from({ length }, () => signs[randomInt(signs.length)]).join('')

const sign = (character: string, index: number): string => {
  const x = 12 + index * 27 + between(-3, 3)
  const y = 11 + between(-4, 4)
  const place = `translate(${x} ${y}) rotate(${between(-24, 24)} 5 7) skewX(${between(-14, 14)}) scale(${between(1.25, 1.6)})`
  return `<path d="${strokes[character] ?? ''}" transform="${place}" stroke="${ink()}" stroke-width="${between(1.7, 2.2)}"/>`
}

const noise = (): string => {
  const point = (x: number): string => `${x} ${between(4, height - 4)}`
  return `<path d="M${point(0)} C${point(40)} ${point(80)} ${point(width)}" stroke="${ink()}" stroke-width="${between(0.7, 1.3)}"/>`
}

/** Draws the answer as a PNG of 120 x 40. */
const drawCaptcha = async (answer: string): Promise<Buffer> => {
  const marks = answer.split('').map(sign).join('') + Array.from({ length: 3 }, noise).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="#f4f5f7"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">${marks}</g></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}

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
