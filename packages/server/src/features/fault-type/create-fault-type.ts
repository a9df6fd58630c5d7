import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { actorCompany, insertRow } from '../../platform/rows/rows.ts'
import { transact } from '../../platform/transact.ts'

/** Creates a fault type. It takes effect once a report parameter uses it. */
export const createFaultType = (ctx: Ctx, input: InputOf<typeof endpoints.faultType.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const code = input.code.trim()
    const audit = { action: 'faultType.create', name: input.nameZh, owner: actorCompany(ctx), unique: ['code', code] } as const
    return {
      id: await insertRow(write, 'fault_type', { code, name_zh: input.nameZh, name_en: input.nameEn, level: input.level }, audit),
    }
  })
