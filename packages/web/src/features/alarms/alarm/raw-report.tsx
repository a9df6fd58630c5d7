import { hexLines, type AlarmDetail } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel, listed } from '../../../i18n/i18n.ts'
import { PreciseTime } from '../../../kit/time.tsx'
import { DeviceTime } from './device-time.tsx'

/** A message as indented JSON, or as it was received. */
const readable = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

/** A hex dump of the message, and what it means. */
const Frame = ({ frame }: { frame: NonNullable<NonNullable<AlarmDetail['rawReport']>['frame']> }) => {
  const { t } = useTranslation('alarm-detail')
  const bytes = new TextEncoder().encode(frame.payload).length
  return (
    <>
      <h3>{t(($) => $.raw.frame, { topic: frame.topic, bytes })}</h3>
      <div className="ew-alarm-frame">
        <pre className="ew-raw" tabIndex={0} aria-label={t(($) => $.raw.hex)}>
          {hexLines(frame.payload)
            .map(({ offset, hex, text }) => `${offset}  ${hex.padEnd(47)}  ${text}`)
            .join('\n')}
        </pre>
        <pre className="ew-raw" tabIndex={0} aria-label={t(($) => $.raw.decoded)}>
          {readable(frame.payload)}
        </pre>
      </div>
    </>
  )
}

/** The report that raised the alarm, as it was received. */
export const RawReport = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm')
  const work = useTranslation('alarm-detail').t
  const report = alarm.rawReport
  const problems: Readonly<Record<string, string>> = t(($) => $.page.problems, { returnObjects: true })
  const problemsOf = (words: string) => listed(words.split(' ').map((word) => problems[word] ?? word))
  const lines: [string, ReactNode][] = report
    ? [
        [t(($) => $.page.receivedAt), <PreciseTime key="received" value={report.receivedAt} />],
        [t(($) => $.page.deviceTime), <DeviceTime key="device" {...report} />],
        ...(report.deviceCode === null ? [] : [[fieldLabel('deviceCode'), report.deviceCode] as [string, string]]),
        [t(($) => $.page.sequence), report.sequence === null ? '—' : String(report.sequence)],
        [
          t(($) => $.page.code),
          [report.format && enumLabel('reportCodeType', report.format), report.code].filter(Boolean).join(' '),
        ],
        ...(report.problem === null ? [] : [[t(($) => $.page.problem), problemsOf(report.problem)] as [string, string]]),
      ]
    : []
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.page.raw)}</h2>
      {report ? (
        <>
          <dl className="ew-described ew-precise">
            {lines.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {report.values !== null && report.values !== undefined && (
            <pre className="ew-raw">{JSON.stringify(report.values, null, 2)}</pre>
          )}
          {report.frame ? <Frame frame={report.frame} /> : <p className="ew-muted">{work(($) => $.raw.noFrame)}</p>}
        </>
      ) : (
        <p className="ew-muted">{t(($) => $.page.noRaw)}</p>
      )}
    </section>
  )
}
