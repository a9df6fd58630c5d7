import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { callSettingsChanged } from '../../../platform/http/call-settings.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { columnsOf } from './api-config.fields.ts'
import { assertConfigurable } from './calls.ts'

/** Changes a call's configuration. Takes effect immediately, in every process. */
export const updateConfig = (ctx: Ctx, input: InputOf<typeof endpoints.apiConfig.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const config = await lockRow(write, 'api_config', input)
    assertConfigurable(ctx, config.path, input.enabled)
    const audit = { action: 'apiConfig.update', name: config.path, owner: actorCompany(ctx) } as const
    await updateRow(write, 'api_config', config, columnsOf(input), audit)
    await callSettingsChanged(write.systemDb)
    return { id: config.id }
  })
