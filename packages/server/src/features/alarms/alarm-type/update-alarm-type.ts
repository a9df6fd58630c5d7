import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { columnsOf } from './alarm-type.fields.ts'

/** Edits an alarm type. New alarms follow it; earlier ones keep their level and deadline. */
export const updateAlarmType = (ctx: Ctx, input: InputOf<typeof endpoints.alarmType.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'alarm_type', input)
    const columns = columnsOf(ctx, input)
    const audit = { action: 'alarmType.update', name: columns.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'alarm_type', type, columns, audit)
    await invalidateGatewayCache(write.systemDb)
    return { id: type.id }
  })
