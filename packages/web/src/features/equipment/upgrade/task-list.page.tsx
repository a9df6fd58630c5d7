import { endpoints, pageHref, type UpgradeTaskRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import './upgrade.css'
import { UpgradeProgress } from './upgrade-cells.tsx'
import { useTaskActions } from './use-task-actions.tsx'

/** The state of a task, including what it is waiting for. */
export const TaskState = ({ row }: { row: UpgradeTaskRow }) => {
  const { t } = useTranslation('upgrade')
  const { state, approval, stoppedBy } = row
  const why = approval === 'waiting' ? t(($) => $.waits) : stoppedBy === null ? null : enumLabel('upgradeStop', stoppedBy)
  return (
    <TwoLines small={why}>
      <StatusTag enumeration="upgradeTaskState" value={state} />
    </TwoLines>
  )
}

/** The first steps, shown as long as there is no firmware to upgrade to. */
const FirstSteps = () => {
  const { t } = useTranslation('upgrade')
  const { data } = useCall(endpoints.versionCommon.targetVersion, {}, { staleTime: 30_000 })
  return data?.length === 0 ? (
    <Alert
      className="ew-upgrade-alert"
      type="info"
      showIcon
      title={t(($) => $.noEdition)}
      description={t(($) => $.noEditionHint)}
    />
  ) : null
}

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
            render: ({ id, name }) => <a href={pageHref('upgradeTaskDetail', { id })}>{name}</a>,
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
          { field: 'targetType', optional: true },
          {
            field: 'startsAt',
            optional: true,
            render: ({ startsAt }) => (startsAt === null ? t(($) => $.atOnce) : <Time value={startsAt} />),
          },
          { field: 'total', label: t(($) => $.count), optional: true },
          { field: 'succeeded', label: enumLabel('upgradeDeviceState', 'succeeded'), optional: true },
          { field: 'failed', label: enumLabel('upgradeDeviceState', 'failed'), optional: true },
          { field: 'waiting', label: enumLabel('upgradeDeviceState', 'waiting'), optional: true },
          { field: 'skipped', label: enumLabel('upgradeDeviceState', 'skipped'), optional: true },
          { field: 'initialVersion', optional: true },
          { field: 'method', optional: true },
          { field: 'startedAt', optional: true },
          { field: 'endedAt', optional: true },
          { field: 'companyName', optional: true },
          ...auditColumns,
        ]}
        above={<FirstSteps />}
        actions={toolbar}
        rowActions={actionsOf}
        tone={({ stoppedBy, state }) => (state === 'suspended' && stoppedBy !== null ? 'fault' : undefined)}
      />
      {dialog}
    </>
  )
}
