import type { UnknownReportRow, UnknownReportsDone } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../kit/actions.tsx'
import { confirm } from '../../../kit/confirm.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { sentName } from '../../../kit/sent-name.ts'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { Column } from '../../../kit/list/types.ts'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatTime, Time } from '../../../kit/time.tsx'
import { useShowResults } from '../../../kit/use-run-each.tsx'
import { useLinkPlace } from '../gateway/link-place.ts'

/** The device code, the report code, or the gateway code. */
export const nameOf = ({ kind, deviceCode, sourceFormat, sourceCode, gatewayCode }: UnknownReportRow): string => {
  if (kind === 'unknownCode') return [sourceFormat, sourceCode].filter(Boolean).join(' ')
  return sentName(deviceCode ?? gatewayCode)
}

const What = ({ row }: { row: UnknownReportRow }) => {
  const { t } = useTranslation('unknown-report')
  const place = useLinkPlace()(row.sourceFormat, row.deviceCode)
  return (
    <span className="ew-two-lines">
      <strong>{nameOf(row)}</strong>
      {place !== undefined && <small>{place}</small>}
      {row.mayBeAlarm && <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.mayBeAlarm)}</Tag>}
    </span>
  )
}

const From = ({ row }: { row: UnknownReportRow }) => {
  const { t } = useTranslation('unknown-report')
  return (
    <TwoLines small={t(($) => $.gateway, { code: sentName(row.gatewayCode) })}>
      {row.projectName ?? t(($) => $.noProject)}
    </TwoLines>
  )
}

const Times = ({ row }: { row: UnknownReportRow }) => {
  const { t } = useTranslation('unknown-report')
  return (
    <TwoLines small={t(($) => $.times, { count: row.count, time: formatTime(row.firstAt, row.timeZone) })}>
      <Time value={row.lastAt} />
    </TwoLines>
  )
}

const Outcome = ({ row }: { row: UnknownReportRow }) => {
  const { t } = useTranslation('unknown-report')
  if (row.handledWay === null) return <>—</>
  const way = enumLabel('unknownHandledWay', row.handledWay)
  // By nobody on this page: the device was bound or moved elsewhere.
  return <>{row.handledBy === null ? way : t(($) => $.handled, { way, who: row.handledBy })}</>
}

/** The columns shared by both lists. */
export const useUnknownColumns = (): readonly Column<UnknownReportRow>[] => {
  const { t } = useTranslation('unknown-report')
  return [
    { field: 'sourceCode', label: t(($) => $.what), render: (row) => <What row={row} /> },
    { field: 'projectName', label: t(($) => $.place), render: (row) => <From row={row} /> },
    { field: 'lastAt', render: (row) => <Times row={row} /> },
    { field: 'handledWay', render: (row) => <Outcome row={row} /> },
    { field: 'handledAt', optional: true },
    { field: 'companyName', optional: true },
  ]
}

/** Shows the report as it was received. */
export const useRawReport = (): ((row: UnknownReportRow) => Action) => {
  const { t } = useTranslation('unknown-report')
  return (row) => ({
    key: 'raw',
    label: t(($) => $.lastReport),
    onClick: () =>
      confirm({
        title: t(($) => $.lastReportTitle, { name: nameOf(row) }),
        content: <pre className="ew-raw">{row.lastReport}</pre>,
        cancel: null,
      }),
  })
}

/** Shows the results for several entries: a notice if all succeeded, otherwise each with its reason. */
export const useShownHandled = () => {
  const show = useShowResults()
  return (rows: readonly UnknownReportRow[], results: UnknownReportsDone, done: string): void => {
    const names = new Map(rows.map((row) => [row.id, nameOf(row)]))
    show(
      results.map(({ id, done: isDone, msg }) => ({ name: names.get(id) ?? '', failure: isDone ? undefined : msg })),
      done,
    )
  }
}
