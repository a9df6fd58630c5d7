import {
  endpoints,
  hasLinkKeys,
  isLinkProtocol,
  type GatewayRow,
  type GatewaySecret,
  pageAddress,
  pages,
} from '@emberwatch/contract'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { confirm } from '../../../kit/confirm.ts'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { useTestAlarm } from '../../sites/project/test-alarm.ts'
import { useSecretOnce } from './gateway-connection.tsx'

const CreateGateway = lazy(async () => ({ default: (await import('./gateway.form.tsx')).CreateGateway }))
const EditGateway = lazy(async () => ({ default: (await import('./gateway.form.tsx')).EditGateway }))
const BindGateways = lazy(async () => ({ default: (await import('./gateway-dialogs.tsx')).BindGateways }))
const DisableGateway = lazy(async () => ({ default: (await import('./gateway-dialogs.tsx')).DisableGateway }))

const { gateway } = endpoints

export const labelsPath = (ids: readonly number[]): string => pageAddress('gatewayLabels', { ids: ids.join(',') })

interface GatewayWork {
  toolbar: readonly Action[]
  actionsOf: (row: GatewayRow) => Action[]
  selection: (rows: readonly GatewayRow[], clear: () => void) => Action[]
  dialog: ReactNode
}

/** The actions for gateways, for list and detail page, with their dialogs. `leave` leaves the page of a deleted gateway. */
export const useGatewayActions = (leave?: () => Promise<void>): GatewayWork => {
  const { t } = useTranslation('gateway')
  const words = t(($) => $.actions, { returnObjects: true })
  const run = useRunWrite()
  const secret = useSecretOnce()
  const { toolbar, edit, setEnabled, remove, show, close, dialog } = useRowActions<GatewayRow>({
    calls: gateway,
    renderForm: ({ row, onClose }) =>
      row ? <EditGateway row={row} onClose={onClose} /> : <CreateGateway onClose={onClose} onCreated={secret.show} />,
    nameOf: ({ code }) => code,
    texts: { create: t(($) => $.create), remove: t(($) => $.deleteHint), import: t(($) => $.import) },
    leave,
  })

  const testAlarm = useTestAlarm()
  const activate = ({ id, name, activatedAt }: GatewayRow): Action => ({
    key: 'activate',
    label: words.activate,
    ...operationsFor(gateway.activate),
    off: activatedAt === null ? undefined : words.activatedAlready,
    confirm: t(($) => $.actions.activateConfirm, { name }),
    onClick: async () => {
      await run(gateway.activate, { id })
      toast.success(t(($) => $.actions.activated, { name }))
    },
  })
  const bind = ({ id, projectId }: GatewayRow): Action => ({
    key: 'bind',
    label: words.bind,
    ...operationsFor(gateway.bind),
    off: projectId === null ? undefined : words.bound,
    onClick: () => show(<BindGateways ids={[id]} onClose={close} />),
  })
  const unbind = ({ id, code, projectId, devices }: GatewayRow): Action => ({
    key: 'unbind',
    label: words.unbind,
    ...operationsFor(gateway.unbind),
    off: projectId === null ? words.notBound : devices > 0 ? t(($) => $.actions.hasDevices, { count: devices }) : undefined,
    confirm: t(($) => $.actions.unbindConfirm, { name: code }),
    onClick: async () => {
      await run(gateway.unbind, { ids: [id] })
      toast.success(words.unbound)
    },
  })
  const rotate = ({ id, code, protocol }: GatewayRow): Action => ({
    key: 'secret',
    label: words.secret,
    ...operationsFor(gateway.rotateSecret),
    off: hasLinkKeys(protocol) ? words.noSecretButKey : isLinkProtocol(protocol) ? words.noSecret : undefined,
    confirm: t(($) => $.actions.secretConfirm, { name: code }),
    onClick: async () => secret.show((await run(gateway.rotateSecret, { id })) satisfies GatewaySecret),
  })
  const able = (row: GatewayRow): Action =>
    row.enabled
      ? {
          key: 'setEnabled',
          label: t(($) => $.disable.action),
          ...operationsFor(gateway.setEnabled),
          onClick: () => show(<DisableGateway row={row} onClose={close} />),
        }
      : setEnabled(row)
  const label = ({ id }: GatewayRow): Action => ({ key: 'label', label: words.label, href: labelsPath([id]) })
  const removal = (row: GatewayRow): Action => {
    const off =
      row.activatedAt !== null
        ? words.onlyNew
        : row.devices > 0
          ? t(($) => $.actions.hasDevices, { count: row.devices })
          : undefined
    return { ...remove(row), off }
  }
  const actionsOf = (row: GatewayRow): Action[] => [
    edit(row),
    ...(row.projectId === null ? [bind(row), unbind(row)] : [unbind(row), bind(row)]),
    testAlarm({ gatewayId: row.id }, row.projectId),
    rotate(row),
    label(row),
    activate(row),
    able(row),
    removal(row),
  ]

  const selection = (rows: readonly GatewayRow[], clear: () => void): Action[] => {
    const ids = rows.map(({ id }) => id)
    const hasBound = rows.some(({ projectId }) => projectId !== null)
    const hasStock = rows.some(({ projectId }) => projectId === null)
    return [
      {
        key: 'bind',
        label: words.bind,
        ...operationsFor(gateway.bind),
        off: hasBound ? words.mixedBound : undefined,
        onClick: () => show(<BindGateways ids={ids} onClose={close} onBound={clear} />),
      },
      {
        key: 'unbind',
        label: words.unbind,
        ...operationsFor(gateway.unbind),
        off: hasStock ? words.mixedStock : undefined,
        onClick: async () => {
          if (!(await confirm({ title: t(($) => $.actions.unbindMany, { count: ids.length }), ok: words.unbind }))) return
          await run(gateway.unbind, { ids })
          toast.success(words.unbound)
          clear()
        },
      },
      { key: 'label', label: words.label, href: labelsPath(ids) },
    ]
  }

  const site: Action = {
    key: 'site',
    label: words.site,
    ...operationsFor(gateway.register),
    href: pages.gatewayRegister,
  }
  return {
    toolbar: [...toolbar, site],
    actionsOf,
    selection,
    dialog: (
      <>
        {dialog}
        {secret.dialog}
      </>
    ),
  }
}
