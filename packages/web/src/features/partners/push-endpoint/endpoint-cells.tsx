import { pageHref, type PushEndpointRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import type { Column } from '../../../kit/list/types.ts'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'

/** Puts an error into words: ours by its name, others as the system says them. */
export const usePushError = (): ((error: string | null, status?: number | null) => string) => {
  const { t } = useTranslation('push-endpoint')
  const words: Readonly<Record<string, string>> = t(($) => $.errors, { returnObjects: true })
  return (error, status = null) =>
    [status, error === null || error === String(status) ? null : (words[error] ?? error)]
      .filter((part) => part !== null)
      .join(' · ')
}

export const toneOfEndpoint = ({ pushHealth }: PushEndpointRow) =>
  pushHealth === 'failing' || pushHealth === 'paused' || pushHealth === 'disabled' ? ('fault' as const) : undefined

/** How an endpoint is doing: a failure says since when, and why. */
const PushHealthCell = ({ row }: { row: PushEndpointRow }) => {
  const { t } = useTranslation('push-endpoint')
  const errorOf = usePushError()
  const { pushHealth, pauseReason, failingSince, pushError } = row
  const isStopped = pushHealth === 'paused' || pushHealth === 'disabled'
  return (
    <TwoLines
      small={
        isStopped ? (
          pauseReason && enumLabel('pushPauseReason', pauseReason)
        ) : failingSince === null ? (
          ''
        ) : (
          <>
            {t(($) => $.since)}
            <Time value={failingSince} /> · {errorOf(pushError)}
          </>
        )
      }
    >
      <StatusTag enumeration="pushHealth" value={pushHealth} />
    </TwoLines>
  )
}

export const WaitingCell = ({ row: { pushesWaiting, oldestWaitingAt } }: { row: PushEndpointRow }) => {
  const { t } = useTranslation('push-endpoint')
  if (pushesWaiting === 0) return <span className="ew-muted">{t(($) => $.nothingWaits)}</span>
  return (
    <>
      {t(($) => $.waits, { number: pushesWaiting })}
      <Time value={oldestWaitingAt} />
    </>
  )
}

export const rateText = (rate: number | null, none: string): string =>
  rate === null ? none : `${(Math.floor(rate * 1_000) / 10).toFixed(1)} %`

export const useEndpointColumns = (): Column<PushEndpointRow>[] => {
  const { t } = useTranslation('push-endpoint')
  const words = t(($) => $.columns, { returnObjects: true })
  return [
    {
      field: 'name',
      label: words.name,
      render: (row) => (
        <TwoLines small={row.url ?? row.topic ?? ''}>
          <a href={pageHref('pushEndpointDetail', { id: row.id })}>{row.name}</a>
        </TwoLines>
      ),
    },
    { field: 'pushHealth', label: words.health, render: (row) => <PushHealthCell row={row} /> },
    { field: 'pushesWaiting', label: words.waiting, render: (row) => <WaitingCell row={row} /> },
    {
      field: 'successRate',
      label: words.rate,
      render: ({ successRate }) =>
        rateText(
          successRate,
          t(($) => $.none),
        ),
    },
    { field: 'lastSuccessAt', label: words.last, render: ({ lastSuccessAt }) => <Time value={lastSuccessAt} /> },
    { field: 'pushWay', render: ({ pushWay }) => enumLabel('pushWay', pushWay) },
    { field: 'projectPushes' },
    {
      field: 'deletesOn',
      label: words.deletesOn,
      render: ({ deletesOn }) => (deletesOn === null ? t(($) => $.none) : <Time value={deletesOn} />),
    },
    { field: 'companyName' },
    { field: 'code', optional: true },
    { field: 'pushAuth', optional: true, render: ({ pushAuth }) => enumLabel('pushAuth', pushAuth) },
    { field: 'pushFailures', optional: true },
    ...auditColumns,
  ]
}
