import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import { announce, type Notifications } from '../database/notifications.ts'
import type { Tables } from '../../tables/index.ts'

/** What administrators set for one call, overriding its defaults. */
export interface CallSetting {
  /** Calls per minute from one address. Null: the call's own limit. */
  readonly perMinute: number | null
  readonly logged: boolean
  /** Fields of its input that are removed in the API log, besides secrets. */
  readonly maskedFields: ReadonlySet<string>
  readonly enabled: boolean
}

export interface CallSettings {
  /** The setting of the call at this path (as in the contract). Undefined: the defaults apply. */
  of(path: string): CallSetting | undefined
  start(): Promise<void>
  stop(): Promise<void>
}

const channel = 'emberwatch_calls'
/** How often the settings are reread, in case a notification was lost. */
const rereadMs = 10_000

/** Every write that changes api_config must call this in its transaction. On commit, every process reloads it. */
export const callSettingsChanged = (tx: Transaction<Tables>): Promise<void> => announce(tx, channel)

/** The settings of all calls, in memory, so that requests need no query. */
export const createCallSettings = (notifications: Notifications, db: Kysely<Tables>, log: Logger): CallSettings => {
  let settings: ReadonlyMap<string, CallSetting> = new Map()
  let timer: NodeJS.Timeout | undefined
  let leave: (() => void) | undefined
  let stopped = false
  let reading: Promise<void> | undefined
  let again = false

  const read = async (): Promise<void> => {
    const rows = await db.selectFrom('api_config').select(['path', 'per_minute', 'logged', 'masked_fields', 'enabled']).execute()
    settings = new Map(
      rows.map(({ path, per_minute, logged, masked_fields, enabled }) => [
        path,
        { perMinute: per_minute, logged, maskedFields: new Set(masked_fields), enabled },
      ]),
    )
  }

  /** Reads the settings, and once more if notified meanwhile. While the database is unavailable, the known ones stay. */
  const reread = async (): Promise<void> => {
    if (reading) {
      again = true
      return reading
    }
    reading = (async () => {
      do {
        again = false
        await read().catch((error: unknown) => log.warn({ err: error }, 'settings of calls could not be read'))
      } while (again && !stopped)
    })()
    await reading
    reading = undefined
  }

  return {
    of: (path) => settings.get(path),
    async start() {
      leave = notifications.subscribe(channel, { onNotification: () => void reread(), onReconnect: () => void reread() })
      await reread()
      timer = setInterval(() => void reread(), rereadMs)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      leave?.()
      await reading
    },
  }
}
