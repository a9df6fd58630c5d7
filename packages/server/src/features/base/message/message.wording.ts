import type { Ctx } from '../../../platform/context.ts'
import { texts, translate } from '../../../platform/i18n.ts'
import { shownDescription } from './planned-description.ts'

/** A message's text in the reader's language, or its bare type if this version does not know it. */
export const wording = (
  ctx: Ctx,
  type: string,
  part: 'name' | 'title' | 'content',
  params: Record<string, string | number>,
): string => {
  const { description } = params
  const shown = typeof description === 'string' ? { ...params, description: shownDescription(ctx, description) } : params
  if (type in texts[ctx.locale].messages) return translate(ctx.locale, `messages.${type}.${part}`, shown)
  return part === 'content' ? '' : type
}
