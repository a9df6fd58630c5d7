import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, deleteRow, dependantLimit, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { takeFile } from './series-fields.ts'

/** Deletes a model that nothing uses: no device or gateway, not even a deleted one with its history, no command and no rule. */
export const deleteModel = (ctx: Ctx, { id }: InputOf<typeof endpoints.deviceModel.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const model = await lockRow(write, 'device_model', { id }, 'delete')
    // Not scoped: every use of a model counts, wherever it is. The names are shown to the operating company, which sees everything.
    const db = write.systemDb
    const labelled = (table: 'device' | 'gateway' | 'device_command' | 'linked_rule', column: 'code' | 'name') =>
      db
        .selectFrom(table)
        .select(sql.ref<string>(column).as('label'))
        .where('model_id', '=', id)
        .orderBy('id')
        .limit(dependantLimit)
        .execute()
    // Devices of a model often have one name.
    const users = [
      await labelled('device', 'code'),
      await labelled('gateway', 'code'),
      await labelled('device_command', 'name'),
      await labelled('linked_rule', 'name'),
    ].flat()
    refuseInUse(
      users.map(({ label }) => ({ label, path: '' })),
      () => true,
    )
    await takeFile(ctx, write, { field: 'manualFile', id: null, before: model.manual_file, purpose: 'attachment' })
    await deleteRow(write, 'device_model', model, { action: 'deviceModel.del', owner: actorCompany(ctx) })
    return null
  })
