import { enums, type OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, texts, translate } from '../../../platform/i18n.ts'

/** How an order that a plan creates is described. Nobody in particular reads it then, so it is stored in both languages. */
export const plannedDescription = (kind: OrderKindName): string =>
  `${enumLabel('zh', 'orderKind', kind)} ${enumLabel('en', 'orderKind', kind)}`

/** The description of an order as its reader sees it: what a plan wrote, in the reader's language. */
export const shownDescription = ({ locale }: Pick<Ctx, 'locale'>, description: string): string => {
  const planned = enums.orderKind.find((kind) => description === plannedDescription(kind))
  return planned === undefined ? description : enumLabel(locale, 'orderKind', planned)
}

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
