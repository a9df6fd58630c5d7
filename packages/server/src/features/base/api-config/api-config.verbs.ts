import type { endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { callSettingsChanged } from '../../../platform/http/call-settings.ts'
import { actorCompany, insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertConfigurable } from './calls.ts'

type Fields = Omit<InputOf<typeof endpoints.apiConfig.create>, 'path'>

/** The columns that an input sets. What it leaves out is reset to the default. */
const columnsOf = (input: Fields) => ({
  name: input.name,
  per_minute: input.perMinute ?? null,
  logged: input.logged,
  masked_fields: input.maskedFields ?? [],
  enabled: input.enabled,
})

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

const nothing = { name: null, per_minute: null, logged: null, masked_fields: null, enabled: null }

/** Resets a call to its defaults. */
export const removeConfig = (ctx: Ctx, input: InputOf<typeof endpoints.apiConfig.remove>): Promise<null> =>
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
