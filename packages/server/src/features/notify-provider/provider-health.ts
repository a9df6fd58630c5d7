import { enums } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Channel } from '../../platform/channels/provider.ts'
import type { Tables } from '../../tables/index.ts'
import { isResting } from './provider.store.ts'

/** `none`: no provider is set up and enabled. `down`: all enabled ones have failed too often and are resting. */
export type ChannelState = 'up' | 'down' | 'none'

export const outsideChannels = enums.notifyMethod.filter((channel): channel is Channel => channel !== 'inSite')

/** Whether people outside can be reached over each channel at this moment. */
export const channelsUp = async (db: Kysely<Tables>, at: Date): Promise<Record<Channel, ChannelState>> => {
  const providers = await db.selectFrom('notify_provider').select(['channel', 'down_until']).where('enabled', '=', true).execute()
  const stateOf = (channel: Channel): ChannelState => {
    const own = providers.filter((provider) => provider.channel === channel)
    if (own.length === 0) return 'none'
    return own.some(({ down_until }) => down_until === null || !isResting(Date.parse(down_until), at.getTime())) ? 'up' : 'down'
  }
  return { app: stateOf('app'), sms: stateOf('sms'), voice: stateOf('voice'), mail: stateOf('mail') }
}
