import { endpoints, type OutputOf } from '@emberwatch/contract'
import { Alert, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { StatusTag } from '../../../kit/status-tag.tsx'

type States = OutputOf<typeof endpoints.notifyProvider.channels>

/** Whether people outside can be notified, channel by channel. If nobody can, it says so plainly. */
export const ChannelStates = () => {
  const { t } = useTranslation('notify-provider')
  const states: States = useCall(endpoints.notifyProvider.channels, {}, { quiet: true }).data ?? []
  if (states.length === 0) return null
  const isNobody = states.every(({ state }) => state === 'down' || state === 'none')
  const channelsIn = (wanted: States[number]['state']): string[] =>
    states.filter(({ state }) => state === wanted).map(({ channel }) => enumLabel('notifyMethod', channel))
  const [down, unproven] = [channelsIn('down'), channelsIn('unproven')]
  return (
    <section className="ew-panel" aria-label={t(($) => $.channels.label)}>
      {isNobody && (
        <Alert showIcon type="error" title={t(($) => $.channels.nobody)} description={t(($) => $.channels.nobodyText)} />
      )}
      {!isNobody && down.length > 0 && (
        <Alert showIcon type="error" title={t(($) => $.channels.down, { channels: down.join(', ') })} />
      )}
      {unproven.length > 0 && (
        <Alert showIcon type="warning" title={t(($) => $.channels.unproven, { channels: unproven.join(', ') })} />
      )}
      <Space wrap size="large">
        {states.map(({ channel, state }) => (
          <span key={channel}>
            {enumLabel('notifyMethod', channel)} <StatusTag enumeration="channelState" value={state} />
          </span>
        ))}
      </Space>
    </section>
  )
}
