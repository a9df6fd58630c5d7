import type { endpoints, OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { formatWithMs } from '../../../kit/time.tsx'
import { Described } from '../../../kit/detail/log-detail.tsx'

type Decoded = NonNullable<OutputOf<typeof endpoints.systemLog.mqtt>['list'][number]['decoded']>
type Values = Decoded['values']

const valuesText = (values: Values): string =>
  listed(Object.entries(values).map(([name, value]) => `${name} = ${String(value)}`)) || '—'

/** An instant. Without a zone, a browser would take the time for its own. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** The device's clock reading, which may be no valid time and is then shown as it was sent. */
const clock = (time: string | null): string =>
  time === null ? '—' : !INSTANT.test(time) || Number.isNaN(Date.parse(time)) ? time : formatWithMs(time)

/** The content of a message: its reports with the meaning of their codes, or the values of a heartbeat. */
export const MqttDecoded = ({ decoded: { seq, deviceTime, values, reports } }: { decoded: Decoded }) => {
  const { t } = useTranslation('system-log')
  const words = t(($) => $.mqtt.decoded, { returnObjects: true })
  const lines = Object.entries(values).map(([name, value]) => [name, String(value)] as const)
  return (
    <>
      <Described lines={[[words.seq, seq], [words.deviceTime, clock(deviceTime)], ...lines]} />
      {reports.length > 0 && (
        <table className="ew-changes">
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
                <th scope="row">{report.device ?? words.itself}</th>
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
