import type { DeviceCommandRow, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Entries = typeof endpoints.deviceCommand

const read = async (ctx: Ctx, ids: number[]): Promise<DeviceCommandRow[]> => {
  const rows = await ctx.db
    .selectFrom('device_command')
    .innerJoin('device_model', 'device_model.id', 'device_command.model_id')
    .select(
      fields('device_command', [
        'id',
        'modelId',
        'code',
        'name',
        'remark',
        'parameters',
        'encoding',
        'frame',
        'timeoutS',
        'retries',
        'dangerous',
        'senderTypes',
        'senderLevel',
        'sampleFrame',
        'enabled',
      ]),
    )
    .select('device_model.name as modelName')
    .select(tracked('device_command'))
    .where('device_command.id', 'in', ids)
    .execute()
  return rows as DeviceCommandRow[]
}

export const pageDefinitions = (ctx: Ctx, input: InputOf<Entries['page']>): Promise<OutputOf<Entries['page']>> =>
  listPage<DeviceCommandRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('device_command'), 'device_command', input, {
      equal: ['modelId', 'dangerous', 'enabled'],
      containing: ['code', 'name'],
      between: 'created_at',
    }),
    key: 'device_command.id',
    sorts: {
      code: 'device_command.code',
      name: 'device_command.name',
      createdAt: 'device_command.created_at',
      updatedAt: 'device_command.updated_at',
    },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
