import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { columnsOf } from './alarm-type.fields.ts'

/** Creates an alarm type. It takes effect once a report parameter uses it. */
export const createAlarmType = (ctx: Ctx, input: InputOf<typeof endpoints.alarmType.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const code = input.code.trim()
    const columns = columnsOf(ctx, input)
    const audit = { action: 'alarmType.create', name: columns.name_zh, owner: actorCompany(ctx), unique: ['code', code] } as const
    return { id: await insertRow(write, 'alarm_type', { code, ...columns }, audit) }
  })
