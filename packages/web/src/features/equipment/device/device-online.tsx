import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatSpan, Time } from '../../../kit/time.tsx'

const { device } = endpoints

/** The times in which the device was online and offline, and its share of online time. */
export const DeviceOnline = ({ id }: { id: number }) => {
  const { t } = useTranslation('device')
  const words = t(($) => $.online, { returnObjects: true })
  const share = useCall(device.availability, { id }, { quiet: true }).data
  return (
    <>
      <ul className="ew-device-figures">
        {(['day', 'week', 'month'] as const).map((span) => {
          const value = share?.[span]
          return (
            <li key={span}>
              <span>{words[span]}</span>
              <strong>{value === null || value === undefined ? words.unknown : `${value}%`}</strong>
            </li>
          )
        })}
      </ul>
      <p className="ew-device-note">{words.hint}</p>
      <ListPage
        embedded
        endpoint={device.onlinePage}
        fixed={{ id }}
        title={t(($) => $.tabs.online)}
        filters={[{ kind: 'dateRange', label: words.from }]}
        columns={[
          {
            field: 'online',
            label: words.state,
            render: ({ online }) => <StatusTag enumeration="deviceStatus" value={online ? 'online' : 'offline'} />,
          },
          { field: 'at', label: words.from },
          {
            field: 'until',
            label: words.until,
            render: ({ until }) => (until === null ? words.now : <Time value={until} />),
          },
          { field: 'seconds', label: words.lasted, render: ({ seconds }) => formatSpan(seconds * 1000) },
        ]}
        tone={({ online }) => (online ? undefined : 'fault')}
      />
    </>
  )
}
