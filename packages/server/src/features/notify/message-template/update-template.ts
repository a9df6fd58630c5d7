import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { wordingColumns } from './create-template.ts'
import { stepTemplate } from './step-template.ts'
import { assertWording } from './template-fields.ts'

/** Edits a template. The approved version stays in use; the change is a new version, which somebody else has to approve. */
export const updateTemplate = (ctx: Ctx, input: InputOf<typeof endpoints.messageTemplate.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', input)
    assertWording(ctx, template, input)
    const template_version = template.state === 'approved' ? template.template_version + 1 : template.template_version
    await stepTemplate(ctx, write, template, 'update', { ...wordingColumns(template, input), template_version, reason: null })
    return { id: template.id }
  })
