import { titledChannels, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, deleteRow, dependantLimit, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertWording, type TemplateKey, orTaken } from './message-template.rules.ts'
import { stepTemplate } from './message-template-approval.verbs.ts'

type Input = Pick<InputOf<typeof endpoints.messageTemplate.create>, 'name' | 'title' | 'content' | 'signature' | 'providerCode'>

/** The columns of a template's text. Title and signature are stored only for channels that use them. */
const wordingColumns = ({ channel }: Pick<TemplateKey, 'channel'>, input: Input) => ({
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

/** Edits a template. The approved version stays in use; the change is a new version, which somebody else has to approve. */
export const updateTemplate = (ctx: Ctx, input: InputOf<typeof endpoints.messageTemplate.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', input)
    assertWording(ctx, template, input)
    const template_version = template.state === 'approved' ? template.template_version + 1 : template.template_version
    await stepTemplate(ctx, write, template, 'update', { ...wordingColumns(template, input), template_version, reason: null })
    return { id: template.id }
  })

/** Enables or disables a template. Without it, the nearest template of a company above is used, or finally the built-in text. */
export const setTemplateEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.messageTemplate.setEnabled>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', { id })
    if (enabled) await orTaken(ctx, write, { ...template, enabled })
    await updateRow(write, 'message_template', template, { enabled }, { action: 'messageTemplate.forbidden' })
    return null
  })

/** Deletes a template that no waiting task needs. @throws inUse naming the tasks */
export const removeTemplate = (ctx: Ctx, input: InputOf<typeof endpoints.messageTemplate.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', input, 'delete')
    await refuseInUse(write, (db) =>
      db
        .selectFrom('message_task')
        .select('title as label')
        .where('deleted_at', 'is', null)
        .where('state', 'in', ['draft', 'queued', 'sending'])
        .where((e) => e.or([e('template_zh_id', '=', template.id), e('template_en_id', '=', template.id)]))
        .limit(dependantLimit)
        .execute(),
    )
    await deleteRow(write, 'message_template', template, { action: 'messageTemplate.del' })
    return null
  })
