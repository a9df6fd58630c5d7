import { endpoints, linkAddressParts, type OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { enumLabel, listed, fieldLabel } from '../../../i18n/i18n.ts'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { formatWithMs } from '../../../kit/time.tsx'
import { Described, LogDrawer, Raw } from '../../../kit/detail/log-detail.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { useLinkPlace } from './link-place.ts'
import './gateway.css'

type Decoded = NonNullable<OutputOf<typeof endpoints.systemLog.mqtt>['list'][number]['decoded']>
type Values = Decoded['values']

const valuesText = (values: Values): string =>
  listed(Object.entries(values).map(([name, value]) => `${name} = ${String(value)}`)) || '—'

/** An instant. Without a zone, a browser would take the time for its own. */
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** The device's clock reading, which may be no valid time and is then shown as it was sent. */
const clock = (time: string | null): string =>
  time === null ? '—' : !instant.test(time) || Number.isNaN(Date.parse(time)) ? time : formatWithMs(time)

/** What a frame says besides its reports. */
const useFrameLines = (): ((said: Pick<Decoded, 'command' | 'values'>) => (readonly [label: string, value: string])[]) => {
  const { t } = useTranslation('system-log')
  const words = t(($) => $.mqtt.decoded, { returnObjects: true })
  const names: Readonly<Record<string, string>> = words.frame
  const commands: Readonly<Record<string, string>> = words.commands
  const flaws: Readonly<Record<string, string>> = words.flaws
  const shown = (name: string, value: unknown): string => {
    if (name === 'encrypted') return words.encrypted
    return (name === 'flaw' ? flaws[String(value)] : undefined) ?? String(value)
  }
  return ({ command, values }) => [
    ...(command === null ? [] : [[words.command, [command, commands[command]].filter(Boolean).join(' · ')] as const]),
    ...Object.entries(values).map(([name, value]) => [names[name] ?? name, shown(name, value)] as const),
  ]
}

/** A frame of a language that is text, from its hexadecimal digits. What cannot be printed is a dot. */
const textOf = (digits: string): string =>
  new TextDecoder()
    .decode(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
    .replaceAll(/\p{Cc}/gu, '·')

/** The content of a message: its reports with the meaning of their codes, or the values of a heartbeat. */
const MqttDecoded = ({ decoded, isFrame }: { decoded: Decoded; isFrame: boolean }) => {
  const { t } = useTranslation('system-log')
  const words = t(($) => $.mqtt.decoded, { returnObjects: true })
  const place = useLinkPlace()
  const frameLines = useFrameLines()
  const { seq, deviceTime, values, reports } = decoded
  const lines = isFrame ? frameLines(decoded) : Object.entries(values).map(([name, value]) => [name, String(value)] as const)
  return (
    <>
      <Described lines={[[words.seq, seq], [words.deviceTime, clock(deviceTime)], ...lines]} />
      {reports.length > 0 && (
        <table className="ew-changes ew-reports">
          <thead>
            <tr>
              <th scope="col">{words.device}</th>
              <th scope="col">{words.meaning}</th>
              <th scope="col">{words.deviceTime}</th>
              <th scope="col">{words.values}</th>
            </tr>
          </thead>
          <tbody>
            {reports.map((report, index) => (
              <tr key={index}>
                <th scope="row">
                  <TwoLines small={place(report.format, report.device)}>{report.device ?? words.itself}</TwoLines>
                </th>
                <td>
                  <TwoLines small={[report.format, report.code].filter(Boolean).join(' ')}>
                    {report.type === null
                      ? words.unknown
                      : [enumLabel('reportType', report.type), report.reason].filter(Boolean).join(' · ')}
                  </TwoLines>
                </td>
                <td>{clock(report.deviceTime)}</td>
                <td>{valuesText(report.values)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

const systemLog = endpoints.systemLog
type MqttRow = OutputOf<typeof systemLog.mqtt>['list'][number]

const results = ['taken', 'malformed', 'refused', 'sent'] as const

/** Why a message could not be understood. Frames are no JSON by their nature. */
export const useMalformedWords = (): ((reason: string, isFrame: boolean) => string) => {
  const { t } = useTranslation('system-log')
  return (reason, isFrame) =>
    isFrame && reason === 'notJson' ? t(($) => $.mqtt.unreadableFrame) : enumLabel('malformedReason', reason)
}

/** Whether a message was accepted. */
export const MqttResult = ({ row: { result, reason, topic } }: { row: MqttRow }) => {
  const { t } = useTranslation('system-log')
  const words: Readonly<Record<string, string>> = t(($) => $.mqtt.results, { returnObjects: true })
  const malformed = useMalformedWords()
  const why = (given: string) =>
    result === 'refused' ? enumLabel('signInRefusal', given) : malformed(given, linkAddressParts(topic) !== undefined)
  return (
    <TwoLines small={reason !== null && why(reason)}>
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
  const link = linkAddressParts(row.topic)
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
          <MqttDecoded decoded={row.decoded} isFrame={link !== undefined} />
        </>
      )}
      <h2 className="ew-log-heading">{words.payload}</h2>
      {row.payload ? <Raw label={words.payload} text={row.payload} /> : <p className="ew-muted">{words.noPayload}</p>}
      {row.payload && link?.protocol === 'siaDc09' && (
        <>
          <h2 className="ew-log-heading">{words.payloadText}</h2>
          <Raw label={words.payloadText} text={textOf(row.payload)} />
        </>
      )}
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
