import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Sets whether a fault type is offered for new report parameters. Codes that already use it keep raising it: this silences nothing. */
export const setFaultTypeEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.faultType.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'fault_type', { id })
    const audit = { action: 'faultType.forbidden', name: type.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'fault_type', type, { enabled }, audit)
    return null
  })
