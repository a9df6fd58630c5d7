import {
  decide,
  endpoints,
  pages,
  pageHref,
  type UpgradeDeviceRow,
  upgradeDeviceStates,
  upgradeSilenceMs,
  upgradeUnderWayStates,
} from '@emberwatch/contract'
import { Progress } from 'antd'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatDuration, formatTime, Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { operationsFor, useActor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import './upgrade.css'

const { upgradeDevice } = endpoints

const isUnderWay = ({ state }: UpgradeDeviceRow): boolean => upgradeUnderWayStates.some((each) => each === state)

/** The versions before and after, and the one in between that is being installed. */
const Versions = ({ row }: { row: UpgradeDeviceRow }) => {
  const { t } = useTranslation('upgrade')
  const { initialVersion, stepVersion, toVersion } = row
  const via =
    stepVersion !== null && stepVersion !== toVersion && isUnderWay(row) ? t(($) => $.via, { version: stepVersion }) : null
  return (
    <TwoLines small={via}>
      {initialVersion ?? t(($) => $.unknown)} → {toVersion}
    </TwoLines>
  )
}

/** Its state, with the progress and how long it has been silent. */
const State = ({ row }: { row: UpgradeDeviceRow }) => {
  const { t } = useTranslation('upgrade')
  const now = useNow()
  const since = row.heardAt ?? row.offeredAt
  const silence = isUnderWay(row) && since !== null ? now - Date.parse(since) : 0
  return (
    <div>
      <StatusTag enumeration="upgradeDeviceState" value={row.state} />
      {row.state === 'downloading' && (
        <Progress size="small" percent={row.percent ?? 0} aria-label={enumLabel('upgradeDeviceState', 'downloading')} />
      )}
      {silence > upgradeSilenceMs && (
        <div className="ew-upgrade-problem">{t(($) => $.noAnswer, { time: formatDuration(silence) })}</div>
      )}
    </div>
  )
}

/** Why it is held back, why it failed, and the device's own words. */
const Why = ({ row }: { row: UpgradeDeviceRow }) => {
  const { t } = useTranslation('upgrade')
  const { hold, failure, error, notBefore, state } = row
  if (state === 'waiting' && hold !== null) return enumLabel('upgradeHold', hold)
  if (failure === null && error === null) return '—'
  const retry = state === 'waiting' && notBefore !== null ? t(($) => $.retryAt, { at: formatTime(notBefore) }) : null
  return (
    <TwoLines small={[error, retry].filter(Boolean).join(' · ') || null}>
      {failure === null ? t(($) => $.noFailure) : enumLabel('upgradeFailure', failure)}
    </TwoLines>
  )
}

const useDeviceActions = () => {
  const { t } = useTranslation('upgrade')
  const run = useRunWrite()
  const actor = useActor()
  const navigate = useNavigate()
  const offOf = (action: 'retry' | 'skip' | 'rollBack', row: UpgradeDeviceRow): string | undefined => {
    const decision = decide(upgradeDeviceStates, action, row.state, row, actor)
    return decision.allowed ? undefined : sharedTexts().reasons[decision.reason]
  }
  const onMany = (key: 'retry' | 'skip', rows: readonly UpgradeDeviceRow[], done: () => void): Action => ({
    key,
    label: t(($) => $[key]),
    ...operationsFor(upgradeDevice[key]),
    ...(key === 'skip' ? { confirm: t(($) => $.skipConfirm) } : {}),
    off: rows.some((row) => offOf(key, row) === undefined) ? undefined : rows[0] && offOf(key, rows[0]),
    onClick: async () => {
      const result = await run(upgradeDevice[key], { ids: rows.map(({ id }) => id) })
      toast.success(key === 'retry' ? t(($) => $.retryDone, result) : t(($) => $.skipDone, result))
      done()
    },
  })
  const actionsOf = (row: UpgradeDeviceRow): Action[] => [
    onMany('retry', [row], () => {}),
    onMany('skip', [row], () => {}),
    {
      key: 'rollBack',
      label: t(($) => $.rollBack),
      ...operationsFor(upgradeDevice.rollBack),
      off: offOf('rollBack', row),
      confirm: t(($) => $.rollBackConfirm, { code: row.code, version: row.initialVersion ?? '' }),
      onClick: async () => {
        const { id } = await run(upgradeDevice.rollBack, { id: row.id })
        toast.success(t(($) => $.rolledBack))
        await navigate({ to: pages.upgradeTaskDetail, search: { id: String(id) } })
      },
    },
  ]
  return { actionsOf, onMany }
}

const deviceLink = ({ deviceId, gatewayId, code }: UpgradeDeviceRow) => (
  <a href={deviceId === null ? pageHref('gatewayDetail', { id: gatewayId }) : pageHref('deviceDetail', { id: deviceId })}>
    {code}
  </a>
)

/** The devices of a task. */
export const TaskDevices = ({ taskId, waves }: { taskId: number; waves: readonly number[] }) => {
  const { t } = useTranslation('upgrade')
  const { actionsOf, onMany } = useDeviceActions()
  return (
    <ListPage
      embedded
      endpoint={upgradeDevice.page}
      exporter={upgradeDevice.export}
      fixed={{ taskId }}
      title={t(($) => $.devices)}
      filters={[
        'state',
        { kind: 'input', name: 'keyword', label: t(($) => $.codeKeyword) },
        {
          kind: 'select',
          name: 'wave',
          options: waves.map((share, wave) => ({ value: String(wave), label: t(($) => $.waveOf, { n: wave + 1, share }) })),
        },
        'hold',
        'failure',
      ]}
      columns={[
        {
          field: 'code',
          render: (row) => <TwoLines small={row.name === row.code ? null : row.name}>{deviceLink(row)}</TwoLines>,
        },
        'projectName',
        { field: 'toVersion', label: t(($) => $.fromTo), render: (row) => <Versions row={row} /> },
        { field: 'state', render: (row) => <State row={row} /> },
        { field: 'failure', label: t(($) => $.errorOf), render: (row) => <Why row={row} /> },
        { field: 'attempts', label: t(($) => $.attempts) },
        { field: 'wave', render: ({ wave }) => wave + 1 },
        'heardAt',
        { field: 'battery', optional: true },
        { field: 'signal', optional: true },
        { field: 'offeredAt', optional: true },
        { field: 'endedAt', optional: true },
      ]}
      rowActions={actionsOf}
      selection={(rows, clear) => [onMany('retry', rows, clear), onMany('skip', rows, clear)]}
      tone={({ state }) => (state === 'failed' ? 'fault' : undefined)}
    />
  )
}

interface FirmwareTabProps {
  deviceId?: number
  gatewayId?: number
  firmware: string | null
}

/** The firmware of a device or gateway, for its page: the current version, and its upgrades. */
export const FirmwareTab = ({ deviceId, gatewayId, firmware }: FirmwareTabProps) => {
  const { t } = useTranslation('upgrade')
  return (
    <>
      <section className="ew-panel">
        <h2>{t(($) => $.present)}</h2>
        <strong>{firmware ?? t(($) => $.unknown)}</strong>
      </section>
      <ListPage
        embedded
        endpoint={upgradeDevice.page}
        fixed={deviceId === undefined ? { gatewayId: gatewayId ?? 0 } : { deviceId }}
        title={t(($) => $.latest)}
        filters={['state']}
        columns={[
          {
            field: 'taskName',
            label: sharedTexts().audit.subjects.upgradeTask,
            render: ({ taskId, taskName }) =>
              taskName === null ? (
                <span className="ew-muted">{t(($) => $.taskAbove)}</span>
              ) : (
                <a href={pageHref('upgradeTaskDetail', { id: taskId })}>{taskName}</a>
              ),
          },
          { field: 'toVersion', label: t(($) => $.fromTo), render: (row) => <Versions row={row} /> },
          { field: 'state', render: (row) => <State row={row} /> },
          { field: 'failure', label: t(($) => $.errorOf), render: (row) => <Why row={row} /> },
          { field: 'attempts', label: t(($) => $.attempts) },
          { field: 'startedAt', render: ({ startedAt, offeredAt }) => <Time value={startedAt ?? offeredAt} /> },
          'endedAt',
        ]}
      />
    </>
  )
}
