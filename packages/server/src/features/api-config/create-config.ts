import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { callSettingsChanged } from '../../platform/http/call-settings.ts'
import { transact } from '../../platform/transact.ts'
import { columnsOf, entryOf } from './api-config.fields.ts'
import { insertConfig } from './api-config.store.ts'
import { assertConfigurable } from './calls.ts'

/** Configures a call that has its defaults so far; holds at once, in every process. */
export const createConfig = async (ctx: Ctx, input: InputOf<typeof endpoints.apiConfig.create>): Promise<{ id: number }> => {
  const { path } = input
  assertConfigurable(ctx, path, input.enabled)
  const columns = columnsOf(input)
  return transact(ctx, async (write) => {
    const by = ctx.actor.accountId
    const id = await insertConfig(write.db, {
      path,
      ...columns,
      created_at: write.at,
      created_by: by,
      updated_at: write.at,
      updated_by: by,
    })
    await callSettingsChanged(write.systemDb)
    write.audit(entryOf(ctx, 'apiConfig.create', { id, path }, {}, columns))
    return { id }
  })
}
