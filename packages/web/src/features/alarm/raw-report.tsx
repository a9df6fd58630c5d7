import type { AlarmDetail } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../i18n/i18n.ts'
import { PreciseTime } from '../../kit/time.tsx'

/** The report that raised the alarm, as it was received. */
export const RawReport = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm')
  const report = alarm.rawReport
  const problems: Readonly<Record<string, string>> = t(($) => $.page.problems, { returnObjects: true })
  const problemsOf = (words: string) =>
    words
      .split(' ')
      .map((word) => problems[word] ?? word)
      .join(', ')
  const lines: [string, ReactNode][] = report
    ? [
        [t(($) => $.page.receivedAt), <PreciseTime key="received" value={report.receivedAt} />],
        [t(($) => $.page.deviceTime), <PreciseTime key="device" value={report.deviceTime} />],
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
        </>
      ) : (
        <p className="ew-muted">{t(($) => $.page.noRaw)}</p>
      )}
    </section>
  )
}
