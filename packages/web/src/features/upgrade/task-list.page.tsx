import { endpoints, type UpgradeTaskRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../kit/list/standard-columns.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { Time } from '../../kit/time.tsx'
import { pagePaths } from '../../paths.ts'
import { UpgradeProgress } from './upgrade-progress.tsx'
import { useTaskActions } from './use-task-actions.tsx'

/** The state of a task, with what it waits for. */
export const TaskState = ({ row }: { row: UpgradeTaskRow }) => (
  <>
    <StatusTag enumeration="upgradeTaskState" value={row.state} />
    {row.approval === 'waiting' && <StatusTag enumeration="upgradeApproval" value={row.approval} />}
    {row.stoppedBy !== null && <StatusTag enumeration="upgradeStop" value={row.stoppedBy} />}
  </>
)

/** Upgrades of many devices. */
export default function UpgradeTaskListPage() {
  const { t } = useTranslation('upgrade')
  const { toolbar, actionsOf, dialog } = useTaskActions()
  return (
    <>
      <ListPage
        endpoint={endpoints.upgradeTask.page}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.nameKeyword) },
          'state',
          { kind: 'remote', name: 'modelId', endpoint: endpoints.versionCommon.model },
          'approval',
          'targetType',
          { kind: 'dateRange' },
        ]}
        columns={[
          {
            field: 'name',
            render: ({ id, name }) => <a href={`#${pagePaths.upgradeTaskDetail}?id=${id}`}>{name}</a>,
          },
          {
            field: 'editionName',
            render: ({ editionName, modelName, toVersion }) => (
              <TwoLines small={editionName}>
                {modelName} {toVersion}
              </TwoLines>
            ),
          },
          { field: 'state', render: (row) => <TaskState row={row} /> },
          { field: 'percent', label: t(($) => $.progress), render: (row) => <UpgradeProgress row={row} /> },
          'targetType',
          {
            field: 'startsAt',
            render: ({ startsAt }) => (startsAt === null ? t(($) => $.atOnce) : <Time value={startsAt} />),
          },
          'total',
          { field: 'succeeded', optional: true },
          'failed',
          { field: 'waiting', optional: true },
          { field: 'skipped', optional: true },
          { field: 'initialVersion', optional: true },
          { field: 'method', optional: true },
          { field: 'startedAt', optional: true },
          { field: 'endedAt', optional: true },
          { field: 'companyName', optional: true },
          ...auditColumnsWith('createdAt'),
        ]}
        actions={toolbar}
        rowActions={actionsOf}
        tone={({ stoppedBy, state }) => (state === 'suspended' && stoppedBy !== null ? 'fault' : undefined)}
      />
      {dialog}
    </>
  )
}
