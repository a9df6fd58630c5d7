import { pageHref, type ProjectRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/language.ts'
import { AreaNames } from '../../../kit/names.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { AnyColumn } from '../../../kit/list/types.ts'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import './project.css'

export const typeNameOf = ({ typeNameZh, typeNameEn }: Pick<ProjectRow, 'typeNameZh' | 'typeNameEn'>): string =>
  currentLanguage() === 'zh' ? typeNameZh : typeNameEn

/** The end is near from this many days on (screens.md section 2: amber at 30, red below 0). */
const nearDays = 30

/** When maintenance ends, and the remaining time. */
export const Due = ({ row: { dueAt, remainingDays, status } }: { row: ProjectRow }) => {
  const { t } = useTranslation('project')
  if (dueAt === null || remainingDays === null) return <>{t(($) => $.noDue)}</>
  const words =
    remainingDays > 0
      ? t(($) => $.left, { count: remainingDays })
      : remainingDays === 0
        ? t(($) => $.today)
        : t(($) => $.over, { count: -remainingDays })
  const isOver = remainingDays < 0 || status === 'overmaintenance'
  return (
    <TwoLines
      small={
        remainingDays > nearDays ? (
          words
        ) : (
          <span className="ew-project-due" data-over={isOver}>
            {isOver ? '⊘' : '▲'} {words}
          </span>
        )
      }
    >
      <Time value={dueAt} />
    </TwoLines>
  )
}

/** The complete state of a project, in words and shapes. */
export const ProjectState = ({ row: { status, audit, stopped, onTest } }: { row: ProjectRow }) => {
  const { t } = useTranslation('project')
  return (
    <span className="ew-project-state">
      {audit === 'approved' ? (
        <StatusTag enumeration="projectStatus" value={status} />
      ) : (
        <StatusTag enumeration="auditState" value={audit} />
      )}
      {stopped && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.stopped)}</Tag>}
      {onTest && <Tag look={{ tone: 'fault', shape: '◐' }}>{t(($) => $.onTest)}</Tag>}
    </span>
  )
}

/** The number of devices, and how many of them are abnormal. */
export const Devices = ({ row: { id, devices, abnormal } }: { row: ProjectRow }) => {
  const { t } = useTranslation('project')
  return (
    <TwoLines
      small={
        abnormal > 0 && <span className="ew-project-due ew-project-abnormal">▲ {t(($) => $.abnormal, { count: abnormal })}</span>
      }
    >
      <a href={pageHref('projectDetail', { id, tab: 'devices' })}>{t(($) => $.deviceCount, { count: devices })}</a>
    </TwoLines>
  )
}

/** Open alarms, linked for users who may see alarms. */
export const OpenAlarms = ({ row: { id, openAlarms } }: { row: ProjectRow }) => {
  const { t } = useTranslation('project')
  const can = useCan()
  if (openAlarms === 0 || !can('alarm:view')) return <>{openAlarms}</>
  return <a href={pageHref('projectDetail', { id, tab: 'alarms' })}>{t(($) => $.live, { count: openAlarms })}</a>
}

/** Name, code and type, linked to the project's page. */
export const ProjectName = ({ row }: { row: ProjectRow }) => (
  <TwoLines small={`${row.code} · ${typeNameOf(row)}`}>
    <a href={pageHref('projectDetail', { id: row.id })}>{row.name}</a>
  </TwoLines>
)

export const useProjectColumns = (): readonly AnyColumn<ProjectRow>[] => {
  const { t } = useTranslation('project')
  return [
    { field: 'name', label: t(($) => $.columns.project), width: 200, render: (row) => <ProjectName row={row} /> },
    { field: 'status', label: t(($) => $.columns.state), render: (row) => <ProjectState row={row} /> },
    { field: 'openAlarms', render: (row) => <OpenAlarms row={row} /> },
    { field: 'devices', label: t(($) => $.columns.devices), render: (row) => <Devices row={row} /> },
    { field: 'dueAt', label: t(($) => $.columns.due), render: (row) => <Due row={row} /> },
    'customerName',
    { field: 'companyName', width: 140 },
    {
      field: 'address',
      label: t(($) => $.columns.place),
      render: (row) => (
        <TwoLines small={row.address}>
          <AreaNames {...row} />
        </TwoLines>
      ),
    },
    { field: 'admins', optional: true },
    { field: 'gateways', optional: true },
    { field: 'maintenanceYears', optional: true },
    { field: 'inspectionCycleDays', optional: true },
    { field: 'maintenanceCycleDays', optional: true },
    { field: 'stoppedReason', optional: true },
    ...auditColumns,
  ]
}

/** Yellow if nobody is called there, or its maintenance has expired. */
export const toneOf = ({ stopped, onTest, status }: ProjectRow): 'fault' | undefined =>
  stopped || onTest || status === 'overmaintenance' ? 'fault' : undefined
