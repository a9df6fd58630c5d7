import { titledChannels, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertWording, type TemplateKey } from './template-fields.ts'
import { orTaken } from './template-taken.ts'

type Input = Pick<InputOf<typeof endpoints.messageTemplate.create>, 'name' | 'title' | 'content' | 'signature' | 'providerCode'>

/** The columns of a template's text. Title and signature are stored only for channels that use them. */
export const wordingColumns = ({ channel }: Pick<TemplateKey, 'channel'>, input: Input) => ({
  name: input.name,
  title: titledChannels.has(channel) ? (input.title ?? '') : '',
  content: input.content,
  signature: channel === 'sms' ? (input.signature ?? '') : '',
  provider_code: input.providerCode ?? '',
})

/** Creates a template of the caller's company. It is not used before somebody else has approved it. */
export const createTemplate = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.messageTemplate.create>,
): Promise<{ id: number }> => {
  assertWording(ctx, input, input)
  const { code, event, channel, language } = input
  return transact(ctx, async (write) => {
    const owner = { company_id: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath }
    await orTaken(ctx, write, { ...owner, id: 0, code, event, channel, language, enabled: true })
    const row = { ...owner, code, event, channel, language, ...wordingColumns(input, input) }
    return {
      id: await insertRow(write, 'message_template', row, { action: 'messageTemplate.create', unique: ['code', code] }),
    }
  })
}
