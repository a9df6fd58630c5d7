import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { callSettingsChanged } from '../../platform/http/call-settings.ts'
import { transact } from '../../platform/transact.ts'
import { entryOf } from './api-config.fields.ts'
import { deleteConfigRow, lockConfig } from './api-config.store.ts'

/** Puts a call back to its defaults. */
export const deleteConfig = async (ctx: Ctx, input: InputOf<typeof endpoints.apiConfig.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const config = await lockConfig(write.db, input.id)
    await deleteConfigRow(write.db, config.id)
    await callSettingsChanged(write.systemDb)
    const { name, per_minute, logged, masked_fields, enabled } = config
    const nothing = { name: null, per_minute: null, logged: null, masked_fields: null, enabled: null }
    write.audit(entryOf(ctx, 'apiConfig.del', config, { name, per_minute, logged, masked_fields, enabled }, nothing))
    return null
  })
