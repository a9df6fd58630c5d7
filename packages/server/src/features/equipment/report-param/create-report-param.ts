import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { transact } from '../../../platform/transact.ts'
import { defineParam } from './define-param.ts'

/** Defines a code before any device has sent it. */
export const createReportParam = (ctx: Ctx, input: InputOf<typeof endpoints.reportParam.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const code = input.code.trim() || refuseField(ctx, 'code', 'required')
    return { id: await defineParam(ctx, write, 'reportParam.create', { ...input, code }) }
  })
