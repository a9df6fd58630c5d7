import { endpoints, type GatewayPresetRow, pageHref } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../kit/actions.tsx'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { operationsFor, useCan, useMe } from '../../../session/me.tsx'
import { useSecretOnce } from './gateway-connection.tsx'
import { labelsPath } from './use-gateway-actions.tsx'

const CreateGatewayPreset = lazy(async () => ({ default: (await import('./gateway.form.tsx')).CreateGatewayPreset }))
const BindGateways = lazy(async () => ({ default: (await import('./gateway-dialogs.tsx')).BindGateways }))

const { gateway, gatewayPreset } = endpoints
const dayMs = 86_400_000

const DaysInStock = ({ since }: { since: string }) => {
  const { t } = useTranslation('gateway')
  const days = Math.max(0, Math.floor((useNow() - Date.parse(since)) / dayMs))
  return <>{t(($) => $.stock.days, { count: days })}</>
}

/** The actions for gateways in stock, with their dialogs. */
const useStockActions = () => {
  const { t } = useTranslation('gateway')
  const words = t(($) => $.stock, { returnObjects: true })
  const secret = useSecretOnce()
  const { toolbar, remove, show, close, dialog } = useRowActions<GatewayPresetRow>({
    calls: gatewayPreset,
    renderForm: ({ onClose }) => <CreateGatewayPreset onClose={onClose} onCreated={secret.show} />,
    nameOf: ({ code }) => code,
    texts: { create: words.create, remove: words.deleteHint, import: words.import },
  })
  const bind = (ids: number[], done?: () => void): Action => ({
    key: 'bind',
    label: words.bind,
    ...operationsFor(gateway.bind),
    primary: true,
    onClick: () => show(<BindGateways ids={ids} onClose={close} {...(done ? { onBound: done } : {})} />),
  })
  const label = (ids: readonly number[]): Action => ({
    key: 'label',
    label: t(($) => $.actions.label),
    ...operationsFor(gateway.labels),
    href: labelsPath(ids),
  })
  const rowActions = (row: GatewayPresetRow): Action[] => [
    bind([row.id]),
    label([row.id]),
    { ...remove(row), off: row.activatedAt === null ? undefined : t(($) => $.actions.onlyNew) },
  ]
  const selection = (rows: readonly GatewayPresetRow[], clear: () => void): Action[] => {
    const ids = rows.map(({ id }) => id)
    return [bind(ids, clear), label(ids)]
  }
  const dialogs = (
    <>
      {dialog}
      {secret.dialog}
    </>
  )
  return { toolbar, rowActions, selection, dialogs }
}

/** Gateways that belong to no project yet. */
export default function GatewayStockListPage() {
  const { t } = useTranslation('gateway')
  const { user } = useMe()
  const can = useCan()
  const words = t(($) => $.stock, { returnObjects: true })
  const { toolbar, rowActions, selection, dialogs } = useStockActions()
  return (
    <>
      <ListPage
        endpoint={gatewayPreset.page}
        exporter={gatewayPreset.export}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'remote', name: 'modelId', endpoint: gateway.models },
          'batch',
          'activated',
          'box',
          'pallet',
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'dateRange', label: t(($) => $.stock.inStock) },
        ]}
        columns={[
          {
            field: 'code',
            label: t(($) => $.columns.gateway),
            width: 160,
            render: ({ id, code, name }) => (
              <TwoLines small={name !== code && name}>
                {can('gateway:view') ? <a href={pageHref('gatewayDetail', { id })}>{code}</a> : code}
              </TwoLines>
            ),
          },
          {
            field: 'used',
            label: words.state,
            render: ({ used }) => (
              <Tag look={used ? { tone: 'info', shape: '◐' } : { tone: 'normal', shape: '●' }}>
                {used ? words.used : words.fresh}
              </Tag>
            ),
          },
          'modelName',
          { field: 'batch', render: ({ batch, producedOn }) => <TwoLines small={producedOn}>{batch ?? '—'}</TwoLines> },
          { field: 'box', render: ({ box, pallet }) => <TwoLines small={pallet}>{box ?? '—'}</TwoLines> },
          'qcResult',
          'companyName',
          'stockedAt',
          { field: 'id', label: words.inStock, render: ({ stockedAt }) => <DaysInStock since={stockedAt} /> },
          { field: 'qcInspector', optional: true },
          { field: 'productionLine', optional: true },
          { field: 'warehousedOn', optional: true },
          { field: 'shippedOn', optional: true },
          { field: 'activatedAt', optional: true },
          { field: 'communicationCode', optional: true },
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={rowActions}
        selection={selection}
      />
      {dialogs}
    </>
  )
}
