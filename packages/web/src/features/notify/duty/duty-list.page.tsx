import { type DutyNow as Now, endpoints, pageHref, type DutyTeamRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { LoadFailed } from '../../../kit/list/list-states.tsx'
import { formatInZone } from '../../../kit/time.tsx'
import { DutyPeople, namesOf } from './duty-people.tsx'
import '../../../kit/detail/detail.css'
import './duty.css'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { usePageName } from '../../../kit/use-page-name.ts'
import { useDutyActions } from './use-duty-actions.tsx'

const short = (at: string, zone: string): string => formatInZone(at, zone).replace(/:\d\d( |$)/, '$1')

const Following = ({ until, next, timeZone }: Now) => {
  const { t } = useTranslation('duty')
  if (until === null) return <small>{t(($) => $.stays)}</small>
  const at = short(until, timeZone)
  return <small>{next.length === 0 ? t(($) => $.nextNobody, { at }) : t(($) => $.next, { names: namesOf(next), at })}</small>
}

/** Who is on duty now and next, for each team. */
export const DutyNow = () => {
  const { t } = useTranslation('duty')
  // Changes as time passes, so it is polled.
  const query = useCall(endpoints.dutyTeam.now, {}, { refetchInterval: 60_000 })
  if (query.isError && !query.data) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  return (
    <section className="ew-panel" aria-label={t(($) => $.now.title)}>
      <h2>{t(($) => $.now.title)}</h2>
      {query.data.length === 0 ? (
        <p className="ew-muted">{t(($) => $.now.empty)}</p>
      ) : (
        <ul className="ew-duty-now">
          {query.data.map((team) => (
            <li key={team.id} data-empty={team.onDuty.length === 0}>
              <a href={pageHref('dutyDetail', { id: team.id })}>{team.name}</a>
              <strong>
                <DutyPeople people={team.onDuty} />
              </strong>
              <Following {...team} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const { dutyTeam } = endpoints
const minute = (at: string, zone: string): string => formatInZone(at, zone).replace(/:\d\d( |$)/, '$1')

const Gap = ({ gap, timeZone, enabled }: DutyTeamRow) => {
  const { t } = useTranslation('duty')
  if (!enabled) return <>—</>
  if (!gap) return <span className="ew-muted">{t(($) => $.noGap)}</span>
  return (
    <TwoLines small={t(($) => $.gaps.from, { from: minute(gap.from, timeZone), to: minute(gap.to, timeZone) })}>
      <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.nobody)}</Tag>
    </TwoLines>
  )
}

/** Who is on duty now, and the teams with their rosters. */
export default function DutyListPage() {
  const { t } = useTranslation('duty')
  const name = usePageName()
  const { toolbar, actionsOf, dialog } = useDutyActions()
  return (
    <>
      <h1>{name}</h1>
      <DutyNow />
      <ListPage
        headless
        endpoint={dutyTeam.page}
        exporter={dutyTeam.export}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'company', name: 'companyId' },
          'enabled',
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={[
          {
            field: 'name',
            width: 190,
            render: ({ id, name, companyName }) => (
              <TwoLines small={companyName}>
                <a href={pageHref('dutyDetail', { id })}>{name}</a>
              </TwoLines>
            ),
          },
          'enabled',
          {
            field: 'onDuty',
            width: 200,
            render: ({ onDuty, until, timeZone, enabled }) =>
              enabled ? (
                <TwoLines small={until === null ? null : t(($) => $.until, { at: minute(until, timeZone) })}>
                  <DutyPeople people={onDuty} />
                </TwoLines>
              ) : (
                '—'
              ),
          },
          { field: 'gap', width: 220, render: (row) => <Gap {...row} /> },
          { field: 'members', render: ({ members }) => namesOf(members) },
          { field: 'shiftNames', render: ({ shiftNames }) => shiftNames.join(' · ') },
          'timeZone',
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={actionsOf}
        tone={({ enabled, gap }) => (enabled && gap ? 'fault' : undefined)}
      />
      {dialog}
    </>
  )
}
