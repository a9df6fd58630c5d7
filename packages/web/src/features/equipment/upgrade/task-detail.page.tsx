import { endpoints, pages, type UpgradeTaskDetail, type UpgradeWave } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel, listed } from '../../../i18n/i18n.ts'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { AreaNames } from '../../../kit/names.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { TaskBanner } from './task-banner.tsx'
import { TaskState } from './task-list.page.tsx'
import { TaskDevices } from './upgrade-devices.tsx'
import { UpgradeProgress, clockOf } from './upgrade-cells.tsx'
import { useTaskActions } from './use-task-actions.tsx'
import './upgrade.css'

const { detail } = endpoints.upgradeTask
const states = ['waiting', 'sent', 'downloading', 'verifying', 'installing', 'succeeded', 'failed', 'skipped'] as const

const Counters = ({ row }: { row: UpgradeTaskDetail }) => {
  const { t } = useTranslation('upgrade')
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.counters)}</h2>
      <UpgradeProgress row={row} />
      {row.frozenAt !== null && (
        <dl className="ew-upgrade-counts">
          {states.map((state) => (
            <div key={state}>
              <dt>
                <StatusTag enumeration="upgradeDeviceState" value={state} />
              </dt>
              <dd>{row[state]}</dd>
            </div>
          ))}
          <div>
            <dt>{t(($) => $.held)}</dt>
            <dd>{row.held}</dd>
          </div>
        </dl>
      )}
    </section>
  )
}

const Waves = ({ row }: { row: UpgradeTaskDetail }) => {
  const { t } = useTranslation('upgrade')
  const stateOf = ({ wave }: UpgradeWave): string =>
    wave < row.wave
      ? t(($) => $.wavePassed)
      : wave > row.wave || row.startedAt === null
        ? t(($) => $.waveAhead)
        : row.endedAt !== null
          ? t(($) => $.waveDone)
          : t(($) => $.waveNow)
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.waves)}</h2>
      <PlainTable
        label={t(($) => $.waves)}
        rows={row.progress.map((wave) => ({ ...wave, id: wave.wave }))}
        columns={[
          {
            label: t(($) => $.waveFilter),
            render: ({ wave, share }) =>
              row.waves.length === 1 ? t(($) => $.waveAll) : t(($) => $.waveOf, { n: wave + 1, share }),
          },
          { label: fieldLabel('state'), render: stateOf },
          { label: t(($) => $.count), render: ({ total }) => total },
          { label: enumLabel('upgradeDeviceState', 'succeeded'), render: ({ succeeded }) => succeeded },
          { label: enumLabel('upgradeDeviceState', 'failed'), render: ({ failed }) => failed },
          { label: t(($) => $.underWay), render: ({ underWay }) => underWay },
          { label: enumLabel('upgradeDeviceState', 'waiting'), render: ({ waiting }) => waiting },
          { label: t(($) => $.held), render: ({ held }) => held },
          { label: enumLabel('upgradeDeviceState', 'skipped'), render: ({ skipped }) => skipped },
        ]}
      />
    </section>
  )
}

const Failures = ({ row: { failures } }: { row: UpgradeTaskDetail }) => {
  const { t } = useTranslation('upgrade')
  if (failures.length === 0) return null
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.failures)}</h2>
      <PlainTable
        label={t(($) => $.failures)}
        rows={failures.map((row, id) => ({ ...row, id }))}
        columns={[
          {
            label: enumLabel('upgradeDeviceState', 'failed'),
            render: ({ failure }) => (failure === null ? t(($) => $.noFailure) : enumLabel('upgradeFailure', failure)),
          },
          { label: t(($) => $.count), render: ({ count }) => count },
        ]}
      />
    </section>
  )
}

/** The target of a task, in words. */
const TargetWords = ({ row }: { row: UpgradeTaskDetail }) => {
  const { t } = useTranslation('upgrade')
  const names = row.targets.map(({ label }) => label)
  const hidden = row.hiddenTargets > 0 ? t(($) => $.hidden, { count: row.hiddenTargets }) : null
  if (row.targetType !== 'filter')
    return listed([...names.slice(0, 20), names.length > 20 ? `… (${names.length})` : null, hidden]) || '—'
  const { batch, online } = row.filter
  const parts = [
    batch ?? null,
    online === undefined ? null : online ? t(($) => $.onlineOnly) : t(($) => $.offlineOnly),
    ...row.filterNames,
  ]
  const { country, province = null, city = null, region = null } = row.filter
  const hasZone = [country, province, city, region].some(Boolean)
  const words = listed(parts)
  if (!hasZone) return words || t(($) => $.filterAll)
  return (
    <>
      <AreaNames province={province} city={city} region={region} {...(country ? { country } : {})} /> {words}
    </>
  )
}

const Overview = ({ row }: { row: UpgradeTaskDetail }) => {
  const { t } = useTranslation('upgrade')
  const { windowFrom, windowTo, minBattery, minSignal } = row
  const window = { from: clockOf(windowFrom ?? 0), to: clockOf(windowTo ?? 0) }
  const windowWords =
    windowFrom === null || windowTo === null
      ? t(($) => $.anyTime)
      : windowFrom < windowTo
        ? t(($) => $.windowOf, window)
        : t(($) => $.windowOver, window)
  const percent = (value: number) => t(($) => $.percentOf, { value })
  return (
    <>
      <Counters row={row} />
      {row.frozenAt !== null && <Waves row={row} />}
      <Failures row={row} />
      <Facts
        endpoint={detail}
        row={row}
        title={t(($) => $.settings)}
        facts={[
          'editionName',
          'modelName',
          'toVersion',
          { field: 'hardware', label: t(($) => $.hardware), value: row.hardware || t(($) => $.anyVersion) },
          {
            field: 'targetType',
            value: (
              <TwoLines small={enumLabel('upgradeTargetType', row.targetType)}>
                <TargetWords row={row} />
              </TwoLines>
            ),
            wide: true,
          },
          { field: 'initialVersion', value: row.initialVersion ?? t(($) => $.anyVersion) },
          'allowDowngrade',
          'method',
          { field: 'startsAt', value: row.startsAt === null ? t(($) => $.atOnce) : <Time value={row.startsAt} /> },
          { field: 'windowFrom', label: t(($) => $.windowLabel), value: windowWords },
          { field: 'waves', value: row.waves.map(percent).join(' → ') },
          { field: 'successShare', value: percent(row.successShare) },
          { field: 'failureShare', value: percent(row.failureShare) },
          { field: 'retries', label: t(($) => $.retriesLabel) },
          { field: 'retryAfterS', value: t(($) => $.minutes, { value: Math.round((row.retryAfterS / 60) * 10) / 10 }) },
          { field: 'minBattery', value: minBattery === null ? t(($) => $.none) : percent(minBattery) },
          { field: 'minSignal', value: minSignal === null ? t(($) => $.none) : t(($) => $.dbm, { value: minSignal }) },
          { field: 'remark', wide: true },
          'companyName',
          'createdBy',
          'createdAt',
          'frozenAt',
          'startedAt',
          'endedAt',
        ]}
      />
      {row.approval !== 'none' && (
        <Facts
          endpoint={detail}
          row={row}
          title={t(($) => $.approvalPanel)}
          facts={[
            'approval',
            { field: 'requestedBy', label: t(($) => $.askedBy) },
            'requestedAt',
            'decidedBy',
            'decidedAt',
            'decisionNote',
          ]}
        />
      )}
    </>
  )
}

const drawStatus = (row: UpgradeTaskDetail) => <TaskState row={row} />
const drawBanner = (row: UpgradeTaskDetail) => <TaskBanner row={row} />

/** One upgrade task: how far it is, what holds it up, and each of its devices. */
export default function UpgradeTaskDetailPage() {
  const { t } = useTranslation('upgrade')
  const navigate = useNavigate()
  const { actionsOf, dialog } = useTaskActions(() => navigate({ to: pages.upgradeTaskList }))
  const activity = useActivityTab(endpoints.activity.upgradeTask)
  const drawTabs = (row: UpgradeTaskDetail) => [
    { key: 'overview', label: t(($) => $.overview), content: <Overview row={row} /> },
    {
      key: 'devices',
      label: row.frozenAt === null ? t(($) => $.devices) : `${t(($) => $.devices)} (${row.total})`,
      content: <TaskDevices taskId={row.id} waves={row.waves} />,
    },
    ...activity(row),
  ]
  return (
    <>
      <DetailPage
        endpoint={detail}
        title={({ name }) => name}
        status={drawStatus}
        actions={actionsOf}
        banner={drawBanner}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
