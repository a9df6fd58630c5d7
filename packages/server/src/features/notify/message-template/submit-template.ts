import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { stepTemplate } from './step-template.ts'

/** Submits the newest version for approval. */
export const submitTemplate = (ctx: Ctx, input: InputOf<typeof endpoints.messageTemplate.submit>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const template = await lockRow(write, 'message_template', input)
    const asked = { submitted_by: write.by, submitted_for: ctx.actor.issuer?.accountId ?? null, submitted_at: write.at }
    await stepTemplate(ctx, write, template, 'submit', { ...asked, decided_by: null, decided_at: null, reason: null })
    return { id: template.id }
  })
