import { endpoints, type OutputOf } from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatWithMs } from '../../../kit/time.tsx'
import { Described, LogDrawer, Raw } from '../../../kit/detail/log-detail.tsx'
import { MqttDecoded } from './mqtt-decoded.tsx'

const systemLog = endpoints.systemLog
type MqttRow = OutputOf<typeof systemLog.mqtt>['list'][number]

const results = ['taken', 'malformed', 'refused', 'sent'] as const

/** Whether a message was accepted. */
export const MqttResult = ({ row: { result, reason } }: { row: MqttRow }) => {
  const { t } = useTranslation('system-log')
  const words: Readonly<Record<string, string>> = t(($) => $.mqtt.results, { returnObjects: true })
  return (
    <TwoLines small={reason !== null && enumLabel(result === 'refused' ? 'signInRefusal' : 'malformedReason', reason)}>
      <Tag look={result === 'taken' || result === 'sent' ? { tone: 'normal', shape: '●' } : { tone: 'fault', shape: '▲' }}>
        {words[result] ?? result}
      </Tag>
    </TwoLines>
  )
}

export const useMqttDirection = () => {
  const { t } = useTranslation('system-log')
  const words: Readonly<Record<string, string>> = t(($) => $.mqtt.directions, { returnObjects: true })
  return (direction: string) => words[direction] ?? direction
}

/** One message: raw, and decoded where it could be. */
export const MqttDetail = ({ row, onClose }: { row: MqttRow; onClose: () => void }) => {
  const { t } = useTranslation('system-log')
  const words = t(($) => $.mqtt, { returnObjects: true })
  const direction = useMqttDirection()
  return (
    <LogDrawer title={row.gatewayCode ?? row.client} onClose={onClose}>
      <Described
        lines={[
          [fieldLabel('at'), formatWithMs(row.at)],
          [fieldLabel('client'), row.client],
          [fieldLabel('gatewayCode'), row.gatewayCode ?? '—'],
          [fieldLabel('direction'), direction(row.direction)],
          [words.columns.topic, <code key="topic">{row.topic}</code>],
          [words.columns.result, <MqttResult key="result" row={row} />],
        ]}
      />
      {row.decoded && (
        <>
          <h2 className="ew-log-heading">{words.decoded.title}</h2>
          <MqttDecoded decoded={row.decoded} />
        </>
      )}
      <h2 className="ew-log-heading">{words.payload}</h2>
      {row.payload ? <Raw label={words.payload} text={row.payload} /> : <p className="ew-muted">{words.noPayload}</p>}
    </LogDrawer>
  )
}

/** Gateway messages that could not be understood, and other notable ones. */
export const MqttLog = () => {
  const { t } = useTranslation('system-log')
  const [open, setOpen] = useState<MqttRow>()
  const words = t(($) => $.mqtt, { returnObjects: true })
  const direction = useMqttDirection()
  return (
    <>
      <ListPage
        headless
        title={t(($) => $.tabs.mqtt)}
        endpoint={systemLog.mqtt}
        exporter={systemLog.exportMqtt}
        filters={[
          { kind: 'input', name: 'keyword', label: words.keyword },
          'topic',
          { kind: 'select', name: 'result', options: results.map((value) => ({ value, label: words.results[value] })) },
          { kind: 'dateRange' },
        ]}
        columns={[
          'at',
          {
            field: 'client',
            label: words.columns.gateway,
            render: ({ gatewayCode, client }) => (
              <TwoLines small={gatewayCode !== null && gatewayCode !== client && client}>{gatewayCode ?? client}</TwoLines>
            ),
          },
          { field: 'result', label: words.columns.result, render: (row) => <MqttResult row={row} /> },
          { field: 'topic', label: words.columns.topic, render: ({ topic }) => <code>{topic}</code> },
          { field: 'direction', render: (row) => direction(row.direction) },
          { field: 'payload', optional: true, render: ({ payload }) => <code>{payload?.slice(0, 120) ?? '—'}</code> },
        ]}
        rowActions={(row) => [{ key: 'view', label: t(($) => $.view), onClick: () => setOpen(row) }]}
        tone={({ result }) => (result === 'taken' ? undefined : 'fault')}
      />
      {open && <MqttDetail row={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
