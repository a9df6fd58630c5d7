import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, deleteRow, dependantLimit, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Deletes a command that no linked rule uses. Commands already sent stay, with its name. */
export const deleteDefinition = (ctx: Ctx, { id }: InputOf<typeof endpoints.deviceCommand.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const command = await lockRow(write, 'device_command', { id }, 'delete')
    // Not scoped: every rule counts, wherever it is.
    const rules = await write.systemDb
      .selectFrom('linked_rule')
      .select(['name', 'path'])
      .where('command_id', '=', id)
      .orderBy('id')
      .limit(dependantLimit)
      .execute()
    refuseInUse(
      rules.map(({ name, path }) => ({ label: name, path })),
      () => true,
    )
    await deleteRow(write, 'device_command', command, { action: 'deviceCommand.del', owner: actorCompany(ctx) })
    return null
  })
