import type { endpoints, OutputOf } from '@emberwatch/contract'
import { networkInterfaces } from 'node:os'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readSettings } from '../../../platform/settings.ts'

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

/**
 * Where a phone reaches this console: the address that was set and, for those who run the installation, the machine's own addresses. A server
 * that listens to its own machine alone is reached at none of them.
 */
export const consoleAddresses = async ({ config, actor }: Ctx): Promise<OutputOf<Settings['addresses']>> => ({
  publicUrl: config.publicUrl ?? null,
  own: actor.accountType === 'siter' ? lanAddresses(config, networkInterfaces()) : [],
})

type Interfaces = ReturnType<typeof networkInterfaces>

/** IPv4 only: addresses that people can read out and that every phone reaches. */
export const lanAddresses = ({ host, port }: Pick<Config, 'host' | 'port'>, interfaces: Interfaces): string[] => {
  const all = host === '0.0.0.0' || host === '::' || host === ''
  const here = Object.values(interfaces).flatMap((each) => each ?? [])
  return here
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .flatMap(({ address }) => (all || address === host ? [`http://${address}:${port}`] : []))
}

/** For everybody who is about to choose a password, signed in or not. */
export const passwordRules = async ({ config }: Ctx): Promise<OutputOf<Settings['password']>> => {
  const { passwordMin, passwordKinds, passwordReuse } = config.settings
  return { passwordMin, passwordKinds, passwordReuse }
}
