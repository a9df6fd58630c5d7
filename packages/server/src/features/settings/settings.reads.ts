import type { endpoints, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { readSettings } from '../../platform/settings.ts'

type Settings = typeof endpoints.settings

/** The chosen settings, their defaults, and who changed them last. Not scoped: settings belong to the installation. */
export const findSettings = async ({ systemDb, config }: Ctx): Promise<OutputOf<Settings['find']>> => {
  const { chosen, version, updatedAt, updatedBy } = await readSettings(systemDb)
  const editor =
    updatedBy === null
      ? undefined
      : await systemDb.selectFrom('account').select('name').where('id', '=', updatedBy).executeTakeFirst()
  return { chosen, defaults: config.defaults, version, updatedAt, updatedBy: editor?.name ?? null }
}

/** For everybody who is about to choose a password, signed in or not. */
export const passwordRules = async ({ config }: Ctx): Promise<OutputOf<Settings['password']>> => {
  const { passwordMin, passwordKinds, passwordReuse } = config.settings
  return { passwordMin, passwordKinds, passwordReuse }
}
