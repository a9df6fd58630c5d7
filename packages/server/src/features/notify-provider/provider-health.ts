import { enums } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Channel } from '../../platform/channels/provider.ts'
import type { Tables } from '../../tables/index.ts'
import { isResting, refusesAll } from './provider.store.ts'

/** `none`: no provider is set up and enabled. `down`: all enabled ones have failed too often and are resting, or refuse everything. */
export type ChannelState = 'up' | 'down' | 'none'

export const outsideChannels = enums.notifyMethod.filter((channel): channel is Channel => channel !== 'inSite')

/** Whether nothing can be expected of a provider at this moment. */
export const isDown = (provider: { down_until: string | null; refused: readonly string[] }, at: Date): boolean =>
  refusesAll(provider) || (provider.down_until !== null && isResting(Date.parse(provider.down_until), at.getTime()))

/** Whether people outside can be reached over each channel at this moment. */
export const channelsUp = async (db: Kysely<Tables>, at: Date): Promise<Record<Channel, ChannelState>> => {
  const providers = await db
    .selectFrom('notify_provider')
    .select(['channel', 'down_until', 'refused'])
    .where('enabled', '=', true)
    .execute()
  const stateOf = (channel: Channel): ChannelState => {
    const own = providers.filter((provider) => provider.channel === channel)
    if (own.length === 0) return 'none'
    return own.some((provider) => !isDown(provider, at)) ? 'up' : 'down'
  }
  return { app: stateOf('app'), sms: stateOf('sms'), voice: stateOf('voice'), mail: stateOf('mail') }
}
