import { endpoints, type NuisanceRow, pageAddress, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { Code } from '../../../kit/code.tsx'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Time } from '../../../kit/time.tsx'
import { useMe } from '../../../session/me.tsx'

const { nuisance, project } = endpoints

/** Detectors by their false alarms, the worst first: of all, or of one project. */
export const NuisanceList = ({ projectId }: { projectId?: number }) => {
  const { t } = useTranslation('nuisance')
  const { accountType } = useMe().user
  const actionsOf = (row: NuisanceRow): Action[] => [
    {
      key: 'alarms',
      label: t(($) => $.alarms),
      op: 'alarm:view',
      href: pageAddress('alarmList', { keyword: row.deviceCode, state: 'misreport' }),
    },
  ]
  return (
    <ListPage
      {...(projectId === undefined ? {} : { embedded: true, fixed: { projectId }, exportInput: { projectId } })}
      endpoint={nuisance.page}
      exporter={nuisance.export}
      filters={[
        { kind: 'dateRange' },
        ...(projectId === undefined ? [{ kind: 'remote' as const, name: 'projectId' as const, endpoint: project.select }] : []),
        ...(projectId === undefined && hasCompaniesBelow(accountType)
          ? [{ kind: 'company' as const, name: 'companyId' as const }]
          : []),
        'cause',
      ]}
      columns={[
        {
          field: 'deviceCode',
          label: t(($) => $.device),
          render: ({ id, deviceCode, deviceName, modelName }) => (
            <TwoLines small={[deviceName, modelName].filter(Boolean).join(' · ')}>
              <Code href={pageHref('deviceDetail', { id })}>{deviceCode}</Code>
            </TwoLines>
          ),
        },
        {
          field: 'projectName',
          label: t(($) => $.place),
          render: ({ projectId, projectName, roomNumber }) => (
            <TwoLines small={roomNumber}>
              {projectId === null ? (
                '—'
              ) : (
                <a className="ew-link" href={pageHref('projectDetail', { id: projectId })}>
                  {projectName}
                </a>
              )}
            </TwoLines>
          ),
        },
        'falseAlarms',
        {
          field: 'falseShare',
          render: ({ falseShare, closedAlarms, falseAlarms }) => (
            <TwoLines small={`${falseAlarms} / ${closedAlarms}`}>{`${Math.round(falseShare * 1_000) / 10} %`}</TwoLines>
          ),
        },
        { field: 'perDeviceYear', render: ({ perDeviceYear }) => String(perDeviceYear) },
        { field: 'lastCause', render: ({ lastCause }) => (lastCause === null ? '—' : enumLabel('misreportCause', lastCause)) },
        {
          field: 'lastFalseAt',
          render: ({ lastAlarmId, lastFalseAt, timeZone }) => (
            <a className="ew-link" href={pageHref('alarmDetail', { id: lastAlarmId })}>
              <Time value={lastFalseAt} zone={timeZone} />
            </a>
          ),
        },
        { field: 'companyName', optional: true },
      ]}
      rowActions={actionsOf}
    />
  )
}

export default function NuisanceListPage() {
  return <NuisanceList />
}
