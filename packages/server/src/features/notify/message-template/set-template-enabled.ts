import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { orTaken } from './template-taken.ts'

/** Enables or disables a template. Without it, the nearest template of a company above is used, or finally the built-in text. */
export const setTemplateEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.messageTemplate.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', { id })
    if (enabled) await orTaken(ctx, write, { ...template, enabled })
    await updateRow(write, 'message_template', template, { enabled }, { action: 'messageTemplate.forbidden' })
    return null
  })
