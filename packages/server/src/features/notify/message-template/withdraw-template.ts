import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { stepTemplate } from './step-template.ts'

/** Withdraws a submitted version, so that it can be edited. */
export const withdrawTemplate = (ctx: Ctx, input: InputOf<typeof endpoints.messageTemplate.withdraw>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', input)
    await stepTemplate(ctx, write, template, 'withdraw')
    return { id: template.id }
  })
