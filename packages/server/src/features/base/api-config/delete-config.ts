import type { endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { callSettingsChanged } from '../../../platform/http/call-settings.ts'
import { actorCompany, deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

const nothing = { name: null, per_minute: null, logged: null, masked_fields: null, enabled: null }

/** Resets a call to its defaults. */
export const deleteConfig = (ctx: Ctx, input: InputOf<typeof endpoints.apiConfig.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const config = await lockRow(write, 'api_config', input, 'delete')
    const changes = changesBetween({ ...config }, nothing)
    await deleteRow(write, 'api_config', config, {
      action: 'apiConfig.del',
      name: config.path,
      owner: actorCompany(ctx),
      changes,
    })
    await callSettingsChanged(write.systemDb)
    return null
  })
