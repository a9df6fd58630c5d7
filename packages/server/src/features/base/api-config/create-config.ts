import type { endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { callSettingsChanged } from '../../../platform/http/call-settings.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { columnsOf } from './api-config.fields.ts'
import { assertConfigurable } from './calls.ts'

/** Configures a call that still has its defaults. Takes effect immediately, in every process. */
export const createConfig = async (ctx: Ctx, input: InputOf<typeof endpoints.apiConfig.create>): Promise<{ id: number }> => {
  const { path } = input
  assertConfigurable(ctx, path, input.enabled)
  const columns = columnsOf(input)
  return transact(ctx, async (write) => {
    const audit = {
      action: 'apiConfig.create',
      name: path,
      owner: actorCompany(ctx),
      changes: changesBetween({}, columns),
    } as const
    const id = await insertRow(write, 'api_config', { path, ...columns }, { ...audit, unique: ['path', path] })
    await callSettingsChanged(write.systemDb)
    return { id }
  })
}
