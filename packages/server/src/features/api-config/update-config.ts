import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { callSettingsChanged } from '../../platform/http/call-settings.ts'
import { transact } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { columnsOf, entryOf } from './api-config.fields.ts'
import { lockConfig, updateConfigRow } from './api-config.store.ts'
import { assertConfigurable } from './calls.ts'

/** Changes a call's configuration; holds at once, in every process. */
export const updateConfig = async (ctx: Ctx, input: InputOf<typeof endpoints.apiConfig.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const config = await lockConfig(write.db, input.id)
    assertConfigurable(ctx, config.path, input.enabled)
    const columns = columnsOf(input)
    const changes = { ...columns, updated_at: write.at, updated_by: ctx.actor.accountId }
    if (!(await updateConfigRow(write.db, input, changes))) await refuseStale(write.systemDb, 'api_config', config.id)
    await callSettingsChanged(write.systemDb)
    write.audit(entryOf(ctx, 'apiConfig.update', config, config, columns))
    return { id: config.id }
  })
