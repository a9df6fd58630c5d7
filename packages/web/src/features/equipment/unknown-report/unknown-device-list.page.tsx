import { endpoints, enums, linkAddressParts, type UnknownReportRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { toast } from '../../../toast.ts'
import type { LinkSender } from '../gateway/link-fields.ts'
import { useShownHandled, nameOf, useRawReport, useUnknownColumns } from './unknown-cells.tsx'

const RegisterDevice = lazy(() => import('./register-device.form.tsx'))
const RegisterDevices = lazy(() => import('./register-devices.form.tsx'))
const GatewayCreator = lazy(() => import('../gateway/gateway-creator.tsx'))

const unknownDevice = endpoints.unknownDevice
const project = endpoints.project

const kinds = enums.unknownReportKind.filter((kind) => kind !== 'unknownCode')

/** What gateways report about unregistered devices, and unreadable messages. */
export default function UnknownDeviceListPage() {
  const { t } = useTranslation('unknown-report')
  const columns = useUnknownColumns()
  const rawReport = useRawReport()
  const [form, setForm] = useState<UnknownReportRow>()
  const [sender, setSender] = useState<LinkSender>()
  const [many, setMany] = useState<{ rows: readonly UnknownReportRow[]; clear: () => void }>()
  const moveMany = useWrite(unknownDevice.moveMany)
  const ignoreMany = useWrite(unknownDevice.ignoreMany)
  const showHandled = useShownHandled()
  const move = useWrite(unknownDevice.move)
  const ignore = useWrite(unknownDevice.ignore)

  const actionsOf = (row: UnknownReportRow): Action[] => {
    const done = row.handledAt === null ? undefined : t(($) => $.alreadyHandled)
    const register: Action = {
      key: 'register',
      label: t(($) => $.register.action),
      op: 'unknownDevice:register',
      off: done ?? (row.kind === 'unknownDevice' ? undefined : t(($) => $.register.only)),
      primary: true,
      onClick: () => setForm(row),
    }
    const transmitter = linkAddressParts(row.gatewayCode)
    const registerSender = (unknown: LinkSender): Action => ({
      key: 'register',
      label: t(($) => $.register.sender),
      op: 'gateway:create',
      off: done,
      primary: true,
      onClick: () => setSender(unknown),
    })
    const isStock = row.kind === 'unknownDevice'
    const moveHere: Action = {
      key: 'move',
      label: isStock ? t(($) => $.move.fromStock) : t(($) => $.move.action),
      op: 'unknownDevice:register',
      off: done ?? (row.movable ? undefined : t(($) => $.move.notVisible)),
      primary: true,
      confirm: isStock
        ? t(($) => $.move.confirmStock, { code: row.deviceCode ?? '', gateway: row.gatewayCode })
        : t(($) => $.move.confirm, { code: row.deviceCode ?? '', gateway: row.gatewayCode }),
      onClick: async () => {
        await move.mutateAsync({ id: row.id })
        toast.success(isStock ? t(($) => $.move.doneStock) : t(($) => $.move.done))
      },
    }
    return [
      transmitter ? registerSender(transmitter) : row.kind === 'foreignDevice' || row.movable ? moveHere : register,
      rawReport(row),
      {
        key: 'ignore',
        label: t(($) => $.ignore.action),
        op: 'unknownDevice:ignore',
        off: done,
        confirm: t(($) => $.ignore.confirm, { name: nameOf(row) }),
        onClick: async () => {
          await ignore.mutateAsync({ id: row.id })
          toast.success(t(($) => $.ignore.done))
        },
      },
    ]
  }

  const selectionOf = (rows: readonly UnknownReportRow[], clear: () => void): Action[] => {
    const ids = rows.map(({ id }) => id)
    const done = rows.every(({ handledAt }) => handledAt === null) ? undefined : t(($) => $.someHandled)
    return [
      {
        key: 'register',
        label: t(($) => $.register.selected),
        op: 'unknownDevice:register',
        off:
          done ??
          (rows.every(({ kind, movable, gatewayCode }) => kind === 'unknownDevice' && !movable && !linkAddressParts(gatewayCode))
            ? undefined
            : t(($) => $.register.only)),
        onClick: () => setMany({ rows, clear }),
      },
      {
        key: 'move',
        label: t(($) => $.move.selected),
        op: 'unknownDevice:register',
        off: done ?? (rows.every(({ movable }) => movable) ? undefined : t(($) => $.move.only)),
        confirm: t(($) => $.move.confirmMany, { count: rows.length }),
        onClick: async () => {
          const results = await moveMany.mutateAsync({ ids })
          clear()
          showHandled(
            rows,
            results,
            t(($) => $.move.doneMany),
          )
        },
      },
      {
        key: 'ignore',
        label: t(($) => $.ignore.selected),
        op: 'unknownDevice:ignore',
        off: done,
        confirm: t(($) => $.ignore.confirmMany, { count: rows.length }),
        onClick: async () => {
          const results = await ignoreMany.mutateAsync({ ids })
          clear()
          showHandled(
            rows,
            results,
            t(($) => $.ignore.done),
          )
        },
      },
    ]
  }

  return (
    <>
      <ListPage
        endpoint={unknownDevice.page}
        exporter={unknownDevice.export}
        views={[
          { label: t(($) => $.views.open), when: { handled: 'false' } },
          { label: t(($) => $.views.handled), when: { handled: 'true' } },
        ]}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'remote', name: 'projectId', endpoint: project.select },
          {
            kind: 'select',
            name: 'kind',
            options: kinds.map((value) => ({ value, label: enumLabel('unknownReportKind', value) })),
          },
          'mayBeAlarm',
          { kind: 'dateRange' },
        ]}
        columns={[...columns.slice(0, 1), 'kind', ...columns.slice(1)]}
        rowActions={actionsOf}
        selection={selectionOf}
        selectAll
        tone={({ mayBeAlarm, handledAt }) => (mayBeAlarm && handledAt === null ? 'fault' : undefined)}
      />
      <Suspense>
        {form && <RegisterDevice row={form} onClose={() => setForm(undefined)} />}
        {sender && <GatewayCreator sender={sender} onClose={() => setSender(undefined)} />}
        {many && <RegisterDevices {...many} onClose={() => setMany(undefined)} />}
      </Suspense>
    </>
  )
}
