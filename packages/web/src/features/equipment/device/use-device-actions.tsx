import { type DeviceDetail, type DeviceRow, endpoints, limits, pageAddress, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { startExport } from '../../../kit/tasks.ts'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { useTestAlarm } from '../../sites/project/test-alarm.ts'
import type * as dialogs from './device-dialogs.tsx'

const { device, devicePreset, sentCommand } = endpoints

const DeviceForm = lazy(() => import('./device.form.tsx'))
const SendMany = lazy(() => import('../device-command/send-many.form.tsx'))
type Dialogs = typeof dialogs
/** The dialogs of the special actions are loaded when one is opened. */
const dialog = <N extends keyof Dialogs>(name: N) =>
  lazy(async () => ({
    default: (await import('./device-dialogs.tsx'))[name] as Extract<Dialogs[N], (props: never) => ReactNode>,
  }))
const BindDevices = dialog('BindDevices')
const UnbindDevices = dialog('UnbindDevices')
const MoveDevices = dialog('MoveDevices')
const ReplaceDevice = dialog('ReplaceDevice')
const ScrapDevice = dialog('ScrapDevice')
const DisableDevice = dialog('DisableDevice')
const TagDevices = dialog('TagDevices')
const LocateDevice = dialog('LocateDevice')
const AssignDevices = dialog('AssignDevices')

interface DeviceWork {
  toolbar: readonly Action[]
  /** Actions for one device. */
  actionsOf: (row: DeviceRow) => Action[]
  /** Actions for a selection, in projects and in stock. */
  selectionOf: (rows: readonly DeviceRow[], clear: () => void) => Action[]
  stockSelectionOf: (rows: readonly DeviceRow[], clear: () => void) => Action[]
  locate: (row: DeviceDetail) => Action
  dialog: ReactNode
}

const isBound = ({ projectId }: DeviceRow): boolean => projectId !== null

/** The common project of a selection, preset when moving it. */
const oneProject = (rows: readonly DeviceRow[]): number | undefined => {
  const [first] = rows
  return first && first.projectId !== null && rows.every(({ projectId }) => projectId === first.projectId)
    ? first.projectId
    : undefined
}

const labelsPath = (rows: readonly DeviceRow[]): string =>
  pageAddress('deviceLabels', { ids: rows.map(({ id }) => id).join(',') })

/** All actions for devices, for lists and detail page, with their dialogs. `leave` leaves the page of a deleted device. */
export const useDeviceActions = (leave?: () => Promise<void>): DeviceWork => {
  const { t } = useTranslation('device')
  const names = t(($) => $.actions, { returnObjects: true })
  const off = t(($) => $.off, { returnObjects: true })
  const run = useRunWrite()
  const navigate = useNavigate()
  const gone = (row: DeviceRow) => (row.scrappedAt === null ? undefined : off.scrapped)
  const work = useRowActions<DeviceRow>({
    calls: device,
    renderForm: (open) => <DeviceForm {...open} />,
    nameOf: ({ code }) => code,
    texts: { create: t(($) => $.create), remove: t(($) => $.deleteHint), import: t(($) => $.import) },
    off: gone,
    leave,
  })
  const { show, close } = work
  const testAlarm = useTestAlarm()
  const idsOf = (rows: readonly DeviceRow[]) => rows.map(({ id }) => id)

  const bind = (rows: readonly DeviceRow[], why: string | undefined, clear?: () => void): Action => ({
    key: 'bind',
    label: names.bind,
    ...operationsFor(device.bind),
    off: why,
    primary: true,
    onClick: () => show(<BindDevices ids={idsOf(rows)} clear={clear} onClose={close} />),
  })
  const move = (rows: readonly DeviceRow[], why: string | undefined, clear?: () => void): Action => ({
    key: 'move',
    label: names.move,
    ...operationsFor(device.move),
    off: why,
    onClick: () => show(<MoveDevices ids={idsOf(rows)} projectId={oneProject(rows)} clear={clear} onClose={close} />),
  })
  const unbind = (rows: readonly DeviceRow[], why: string | undefined, clear?: () => void): Action => ({
    key: 'unbind',
    label: names.unbind,
    ...operationsFor(device.unbind),
    off: why,
    onClick: () => show(<UnbindDevices ids={idsOf(rows)} clear={clear} onClose={close} />),
  })
  const tag = (rows: readonly DeviceRow[], why: string | undefined, clear?: () => void): Action => ({
    key: 'tag',
    label: names.tag,
    ...operationsFor(device.tag),
    off: why,
    onClick: () => show(<TagDevices rows={rows} clear={clear} onClose={close} />),
  })
  const label = (rows: readonly DeviceRow[]): Action => ({
    key: 'label',
    label: names.label,
    ...operationsFor(device.labels),
    href: labelsPath(rows),
  })
  const exportOf = (rows: readonly DeviceRow[], clear: () => void): Action => ({
    key: 'export',
    label: names.export,
    ...operationsFor(device.export),
    // The tray shows its progress and saves the file.
    onClick: async () => {
      await startExport(device.export, { ids: idsOf(rows) })
      clear()
    },
  })
  const command = (rows: readonly DeviceRow[], why: string | undefined, clear: () => void): Action => ({
    key: 'command',
    label: names.command,
    ...operationsFor(sentCommand.sendMany),
    off:
      why ??
      (rows.some(({ modelId }) => modelId !== rows[0]?.modelId) ? off.mixedModels : undefined) ??
      (rows.length > limits.commandsAtOnce ? t(($) => $.off.tooMany, { limit: limits.commandsAtOnce }) : undefined),
    onClick: () => show(<SendMany rows={rows} clear={clear} onClose={close} />),
  })
  const setEnabled = (row: DeviceRow): Action => ({
    key: 'setEnabled',
    label: row.enabled ? names.disable : names.enable,
    ...operationsFor(device.setEnabled),
    off: gone(row),
    ...(row.enabled ? {} : { confirm: t(($) => $.disable.enableConfirm, { name: row.code }) }),
    onClick: async () => {
      if (row.enabled) return show(<DisableDevice row={row} onClose={close} />)
      await run(device.setEnabled, { id: row.id, enabled: true })
      toast.success(t(($) => $.disable.enabled))
    },
  })

  const actionsOf = (row: DeviceRow): Action[] => {
    const unbound = gone(row) ?? (isBound(row) ? undefined : off.stock)
    const bound = gone(row) ?? (isBound(row) ? off.bound : undefined)
    return [
      work.edit(row),
      ...(isBound(row) ? [] : [bind([row], bound)]),
      move([row], unbound),
      {
        key: 'replace',
        label: names.replace,
        ...operationsFor(device.replace),
        off: unbound,
        onClick: () =>
          show(
            <ReplaceDevice
              row={row}
              onClose={close}
              onReplaced={(id) => void navigate({ to: pages.deviceDetail, search: { id: String(id) } })}
            />,
          ),
      },
      setEnabled(row),
      {
        key: 'repair',
        label: names.repair,
        op: 'repairOrder:create',
        off: unbound,
        href: pageAddress('repairOrderList', { create: 1, deviceCode: row.code }),
      },
      testAlarm({ deviceId: row.id }, row.projectId, gone(row)),
      tag([row], unbound),
      label([row]),
      unbind([row], unbound),
      {
        key: 'scrap',
        label: names.scrap,
        ...operationsFor(device.scrap),
        off: gone(row),
        danger: true,
        onClick: () => show(<ScrapDevice row={row} onClose={close} />),
      },
      ...(isBound(row) ? [] : [work.remove(row)]),
    ]
  }

  const selectionOf = (rows: readonly DeviceRow[], clear: () => void): Action[] => {
    const scrapped = rows.some(({ scrappedAt }) => scrappedAt !== null) ? off.scrapped : undefined
    const mixed = scrapped ?? (rows.some(isBound) ? off.mixed : undefined)
    const mixedStock = scrapped ?? (rows.every(isBound) ? undefined : off.mixedStock)
    return [
      bind(rows, mixed, clear),
      move(rows, mixedStock, clear),
      unbind(rows, mixedStock, clear),
      command(rows, mixedStock, clear),
      tag(rows, mixedStock, clear),
      label(rows),
      exportOf(rows, clear),
    ]
  }
  const stockSelectionOf = (rows: readonly DeviceRow[], clear: () => void): Action[] => [
    bind(rows, undefined, clear),
    {
      key: 'assign',
      label: names.assign,
      ...operationsFor(devicePreset.assign),
      onClick: () => show(<AssignDevices ids={idsOf(rows)} clear={clear} onClose={close} />),
    },
    label(rows),
  ]
  const locate = (row: DeviceDetail): Action => ({
    key: 'locate',
    label: names.locate,
    ...operationsFor(device.locate),
    off: gone(row),
    onClick: () => show(<LocateDevice row={row} onClose={close} />),
  })
  return { toolbar: work.toolbar, actionsOf, selectionOf, stockSelectionOf, locate, dialog: work.dialog }
}
