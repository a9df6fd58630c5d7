import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { createFeedback } from '../../orders/user-feedback/create-feedback.ts'

/** Feedback that a partner passes on. */
export const sendFeedbackWithKey = (ctx: Ctx, input: InputOf<typeof endpoints.openApi.createFeedback>): Promise<{ id: number }> =>
  createFeedback(ctx, input)
