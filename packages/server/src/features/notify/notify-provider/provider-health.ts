import { enums } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Channel } from '../../../platform/channels/provider.ts'
import type { Tables } from '../../../tables/index.ts'
import { deliversNothing, isResting, refusesAll } from './provider.store.ts'

/** `none`: no provider is set up and enabled. `down`: all enabled ones have failed too often and are resting, refuse everything, or deliver nothing. */
export type ChannelState = 'up' | 'down' | 'none'

export const outsideChannels = enums.notifyMethod.filter((channel): channel is Channel => channel !== 'inSite')

/** Whether nothing can be expected of a provider at this moment. */
export const isDown = (
  provider: { down_until: string | null; refused: readonly string[]; undelivered: readonly string[] },
  at: Date,
): boolean =>
  refusesAll(provider) ||
  deliversNothing(provider) ||
  (provider.down_until !== null && isResting(Date.parse(provider.down_until), at.getTime()))

const readEnabled = (db: Kysely<Tables>) =>
  db
    .selectFrom('notify_provider')
    .select(['channel', 'down_until', 'refused', 'undelivered', 'last_success_at', 'last_failure_at'])
    .where('enabled', '=', true)
    .execute()
type Enabled = Awaited<ReturnType<typeof readEnabled>>[number]

const statesOf = async (db: Kysely<Tables>, isOut: (provider: Enabled) => boolean): Promise<Record<Channel, ChannelState>> => {
  const providers = await readEnabled(db)
  const stateOf = (channel: Channel): ChannelState => {
    const own = providers.filter((provider) => provider.channel === channel)
    if (own.length === 0) return 'none'
    return own.some((provider) => !isOut(provider)) ? 'up' : 'down'
  }
  return { app: stateOf('app'), sms: stateOf('sms'), voice: stateOf('voice'), mail: stateOf('mail') }
}

/** Whether people outside can be reached over each channel at this moment. */
export const channelsUp = (db: Kysely<Tables>, at: Date): Promise<Record<Channel, ChannelState>> =>
  statesOf(db, (provider) => isDown(provider, at))

/** How long a channel is tried last after its provider has refused everything, or nothing arrived. */
const triedLastMs = 60_000

/**
 * The same for the order in which a rule tries channels. A provider that refuses everything does so until it accepts a message, so it must get
 * one: only a refusal of the last minute counts. Another one takes no time.
 */
export const channelsToTry = (db: Kysely<Tables>, at: Date): Promise<Record<Channel, ChannelState>> =>
  statesOf(db, (provider) => {
    const since = provider.last_failure_at === null ? Infinity : at.getTime() - Date.parse(provider.last_failure_at)
    const isLate = since < 0 || since >= triedLastMs
    return isDown(isLate ? { ...provider, refused: [], undelivered: [] } : provider, at)
  })

/** Whether some message has gone out over a provider that is in use, and nothing has failed there since. */
export const reachesOutside = async (db: Kysely<Tables>, at: Date): Promise<boolean> => {
  const providers = await readEnabled(db)
  return providers.some((provider) => {
    const { last_success_at: success, last_failure_at: failure } = provider
    return success !== null && (failure === null || Date.parse(failure) < Date.parse(success)) && !isDown(provider, at)
  })
}
