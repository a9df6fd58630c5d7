import { type DutyTeamRow, endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatInZone } from '../../../kit/time.tsx'
import { usePageName } from '../../../kit/use-page-name.ts'
import { DutyNow } from './duty-now.tsx'
import { DutyPeople, namesOf } from './duty-people.tsx'
import { useDutyActions } from './use-duty-actions.tsx'
import './duty.css'

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
