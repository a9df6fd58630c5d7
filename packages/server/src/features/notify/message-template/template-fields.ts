import {
  DomainError,
  hasLooseBraces,
  templateVariables,
  titledChannels,
  unknownVariables,
  type EnumValue,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { fieldName, translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'

export interface TemplateKey {
  readonly event: EnumValue<'templateEvent'>
  readonly channel: EnumValue<'notifyMethod'>
}

interface Wording {
  readonly title?: string | undefined
  readonly content: string
}

const refuse = (ctx: Ctx, field: string, rule: string, params: Record<string, string>): never => {
  const separator = ctx.locale === 'zh' ? '：' : ': '
  throw new DomainError(
    'invalidInput',
    { fields: `${fieldName(ctx.locale, field)}${separator}${translate(ctx.locale, `rules.${rule}`, params)}` },
    field,
  )
}

/** A variable as it is written in a text. */
const written = (name: string): string => `{{${name}}}`

/**
 * Refuses a text with unknown variables, which receivers would read instead of a value.
 * @throws DomainError invalidInput at the field, with the variables that exist
 */
export const assertVariables = (
  ctx: Ctx,
  event: EnumValue<'templateEvent'>,
  texts: Readonly<Record<string, string | undefined>>,
): void => {
  for (const [field, text = ''] of Object.entries(texts)) {
    const unknown = unknownVariables(text, event)
    const known = templateVariables[event].map(written).join(' ')
    if (unknown.length > 0) refuse(ctx, field, 'templateVariables', { unknown: unknown.map(written).join(' '), known })
    if (hasLooseBraces(text)) refuse(ctx, field, 'looseBraces', { example: written(templateVariables[event][0]) })
  }
}

/** @throws DomainError invalidInput naming the field */
export const assertWording = (ctx: Ctx, { event, channel }: TemplateKey, { title, content }: Wording): void => {
  if (titledChannels.has(channel) && !title?.trim()) refuseField(ctx, 'title', 'required')
  if (content.trim() === '') refuseField(ctx, 'content', 'required')
  assertVariables(ctx, event, { title, content })
}
