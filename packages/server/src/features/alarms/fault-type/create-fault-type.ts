import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Creates a fault type. It takes effect once a report parameter uses it. */
export const createFaultType = (ctx: Ctx, input: InputOf<typeof endpoints.faultType.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const code = input.code.trim()
    const names = namesOf(ctx, input)
    const audit = { action: 'faultType.create', name: names.name_zh, owner: actorCompany(ctx), unique: ['code', code] } as const
    return {
      id: await insertRow(write, 'fault_type', { code, ...names, level: input.level }, audit),
    }
  })
