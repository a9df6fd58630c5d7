import type { ChosenSettings, EffectiveSettings } from '@emberwatch/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Tables } from '../tables/index.ts'
import { announce, type Notifications } from './database/notifications.ts'

/** What the operating company has set, as stored. */
export interface StoredSettings {
  readonly version: number
  readonly chosen: ChosenSettings
  readonly updatedAt: string | null
  readonly updatedBy: number | null
}

export const settingsKey = 'platform'
const channel = 'emberwatch_settings'
/** How often the settings are reread, in case a notification was lost. */
const rereadMs = 10_000

const unset: StoredSettings = { version: 0, chosen: {}, updatedAt: null, updatedBy: null }

export const readSettings = async (db: Kysely<Tables>): Promise<StoredSettings> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', settingsKey).executeTakeFirst()
  return (row?.value as StoredSettings | undefined) ?? unset
}

/** Call this in the transaction that changes the settings. On commit, every process reads them. */
export const settingsChanged = (tx: Transaction<Tables>): Promise<void> => announce(tx, channel)

export interface Settings {
  /** The present choices, from memory. */
  current(): ChosenSettings
  /** Reads them once. Call this before anything depends on them, such as which old logs to drop. */
  load(): Promise<void>
  start(notifications: Notifications): void
  stop(): Promise<void>
}

/** The settings of the installation in this process's memory. While the database is unavailable, the known ones stay. */
export const createSettings = (db: Kysely<Tables>, log: Logger): Settings => {
  let chosen: ChosenSettings = {}
  let timer: NodeJS.Timeout | undefined
  let leave: (() => void) | undefined
  let reading: Promise<void> | undefined
  let again = false

  const load = async (): Promise<void> => {
    chosen = (await readSettings(db)).chosen
  }
  const reread = (): void => {
    if (reading) {
      again = true
      return
    }
    reading = load()
      .catch((error: unknown) => log.warn({ err: error }, 'settings could not be read'))
      .finally(() => {
        reading = undefined
        if (!again) return
        again = false
        reread()
      })
  }
  return {
    current: () => chosen,
    load,
    start(notifications) {
      leave = notifications.subscribe(channel, { onNotification: reread, onReconnect: reread })
      timer = setInterval(reread, rereadMs)
    },
    async stop() {
      clearInterval(timer)
      leave?.()
      await reading
    },
  }
}

/** The choices, with the defaults for the rest. */
const effectiveSettings = (defaults: EffectiveSettings, chosen: ChosenSettings): EffectiveSettings => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(chosen).filter(([name]) => name in defaults)),
})

/** The configuration, overridden by what the operating company has set. It changes while the program runs. */
export const withSettings = (config: Config, current: () => ChosenSettings): Config => {
  const settings = (): EffectiveSettings => effectiveSettings(config.settings, current())
  const mapOf = <T>(chosen: T | undefined, given: T | undefined): T | undefined =>
    current().mapProvider === 'offline' ? undefined : (chosen ?? given)
  return Object.defineProperties(
    { ...config },
    {
      settings: { get: settings, enumerable: true },
      sessionHours: { get: () => settings().sessionHours, enumerable: true },
      sessionDays: { get: () => settings().sessionDays, enumerable: true },
      amapKey: { get: () => mapOf(current().mapKey, config.amapKey), enumerable: true },
      amapSecurityCode: { get: () => mapOf(current().mapSecurityCode, config.amapSecurityCode), enumerable: true },
    },
  )
}
