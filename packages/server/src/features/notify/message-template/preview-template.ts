import { fillTemplate, smsLength, withSignature, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { texts } from '../../../platform/i18n.ts'
import { assertVariables } from './template-fields.ts'

type Preview = typeof endpoints.messageTemplate.preview

/** A text as its receiver gets it, with sample data in the text's language. */
export const previewTemplate = async (ctx: Ctx, input: InputOf<Preview>): Promise<OutputOf<Preview>> => {
  const { event, channel, language, title = '', content, signature = '' } = input
  assertVariables(ctx, event, { title, content })
  const { sample } = texts[language].notices
  const body = fillTemplate(content, sample)
  if (channel !== 'sms')
    return { title: fillTemplate(title, sample), content: body, encoding: null, length: null, segments: null }
  const sent = withSignature(signature, body, language)
  const { encoding, length, segments } = smsLength(sent)
  return { title: '', content: sent, encoding, length, segments }
}
