import { endpoints, weakSignalDbm, type DeviceDetail } from '@emberwatch/contract'
import { Alert, Segmented, Select } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { formatInZone, Time } from '../../../kit/time.tsx'
import { shortNumber } from './chart-scale.ts'
import { ValueChart } from './value-chart.tsx'

const { device } = endpoints

const units: Readonly<Record<string, string>> = { battery: '%', signal: 'dBm', temperature: '°C', humidity: '%', voltage: 'V' }

/** Name of a value in the reader's language; unknown ones keep the name from the wire. */
const useValueName = () => {
  const { t } = useTranslation('device')
  const names: Readonly<Record<string, string>> = t(($) => $.values.names, { returnObjects: true })
  return (name: string): string => names[name] ?? name
}

/** Values change with every report, for which there is no live event, so they are polled (ms). */
const refetchMs = 10_000

const hours = { day: 24, week: 7 * 24, month: 30 * 24 } as const
type Range = keyof typeof hours

const limitOf = (name: string, row: DeviceDetail): number | undefined =>
  name === 'battery' ? row.lowBattery : name === 'signal' ? weakSignalDbm : undefined

interface HistoryProps {
  row: DeviceDetail
  names: readonly string[]
}

const History = ({ row, names }: HistoryProps) => {
  const { t } = useTranslation('device')
  const id = useId()
  const nameOf = useValueName()
  const [chosen, setChosen] = useState(names[0] ?? '')
  const [range, setRange] = useState<Range>('day')
  const name = names.includes(chosen) ? chosen : (names[0] ?? '')
  // Fixed for each choice, because an end time that moves would request the values again and again.
  const asked = useMemo(() => {
    const now = Date.now()
    return { startTime: new Date(now - hours[range] * 3_600_000).toISOString(), endTime: new Date(now).toISOString() }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another value is asked for up to now
  }, [range, name])
  const query = useCall(device.valueHistory, { id: row.id, name, ...asked }, { quiet: true, keepPrevious: true })
  const points = query.data?.points ?? []
  const words = t(($) => $.values, { returnObjects: true })
  return (
    <section className="ew-panel">
      <h2>{words.history}</h2>
      <div className="ew-chart-tools">
        <label htmlFor={id}>
          <span>{words.choose}</span>
          <Select
            id={id}
            value={name}
            popupMatchSelectWidth={false}
            options={names.map((value) => ({ value, label: nameOf(value) }))}
            onChange={setChosen}
          />
        </label>
        <Segmented<Range>
          aria-label={words.range}
          value={range}
          options={(['day', 'week', 'month'] as const).map((value) => ({ value, label: words[value] }))}
          onChange={setRange}
        />
      </div>
      {query.isError ? (
        <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <ListSkeleton rows={4} />
      ) : points.length === 0 ? (
        <p className="ew-empty">{words.none}</p>
      ) : (
        <>
          <ValueChart name={nameOf(name)} points={points} limit={limitOf(name, row)} zone={row.timeZone} />
          <p className="ew-device-note">
            {words.sampled} {query.data.cut && words.cut}
          </p>
          <details>
            <summary>{t(($) => $.values.table, { count: points.length })}</summary>
            <PlainTable
              label={nameOf(name)}
              rows={points.toReversed().map((point, i) => ({ ...point, id: i }))}
              columns={[
                { label: words.time, render: ({ at }) => <Time value={at} /> },
                { label: words.mean, render: ({ value }) => shortNumber(value) },
                { label: words.least, render: ({ least }) => shortNumber(least) },
                { label: words.most, render: ({ most }) => shortNumber(most) },
              ]}
            />
          </details>
        </>
      )}
    </section>
  )
}

/** The latest values of the device, and their course over time. */
export const DeviceValues = ({ row }: { row: DeviceDetail }) => {
  const { t } = useTranslation('device')
  const nameOf = useValueName()
  const query = useCall(device.values, { id: row.id }, { quiet: true, refetchInterval: refetchMs })
  const { data } = query
  if (query.isError && !data) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!data) return <ListSkeleton rows={4} />
  if (data.values.length === 0)
    return <Alert type="info" showIcon title={t(($) => $.values.empty)} description={t(($) => $.values.emptyHint)} />
  const numeric = data.values.filter(({ numeric: isNumeric }) => isNumeric).map(({ name }) => name)
  return (
    <>
      <ul className="ew-device-figures" aria-label={t(($) => $.tabs.values)}>
        {data.values.map(({ name, value }) => (
          <li key={name}>
            <span>{nameOf(name)}</span>
            <strong>{[value, units[name]].filter(Boolean).join(' ')}</strong>
          </li>
        ))}
      </ul>
      {data.lastSeenAt !== null && (
        <p className="ew-device-note">{t(($) => $.values.at, { time: formatInZone(data.lastSeenAt, row.timeZone) })}</p>
      )}
      {numeric.length > 0 && <History row={row} names={numeric} />}
    </>
  )
}
