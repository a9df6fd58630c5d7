import { type CompanyKind, endpoints, enums, type EnumValue, pageAddress } from '@emberwatch/contract'
import { Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useCan } from '../../../session/me.tsx'
import { useAccountColumns } from '../account/account-cells.tsx'
import type { AccountKind } from '../account/account-kind.ts'
import { useAccountActions } from '../account/use-account-actions.tsx'
import { useCustomerColumns } from '../customer/customer-cells.tsx'
import { useCustomerActions } from '../customer/use-customer-actions.tsx'
import { toneOf, useProjectColumns } from '../../sites/project/project-cells.tsx'
import { useCompanyColumns } from './company-cells.tsx'
import { companyKind } from './company-kind.ts'
import type { CompanyDetail } from './company-overview.section.tsx'
import { useCompanyActions } from './use-company-actions.tsx'

const { customer, device, gateway, project } = endpoints

interface SectionProps {
  row: CompanyDetail
}

const ChildList = ({ kind: built, row }: SectionProps & { kind: CompanyKind }) => {
  const { t } = useTranslation('company')
  const kind = companyKind(built)
  const { actionsOf, dialogs } = useCompanyActions(kind)
  const columns = useCompanyColumns()
  return (
    <>
      <ListPage
        embedded
        title={t(($) => $.kinds[built].one)}
        endpoint={kind.calls.page}
        fixed={{ parentId: row.id }}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.keyword) }, 'enabled']}
        columns={columns.filter((column) => (typeof column === 'string' ? column : column.field) !== 'parentName')}
        rowActions={actionsOf}
        tone={({ enabled, blockedBy }) => (enabled && blockedBy === null ? undefined : 'fault')}
      />
      {dialogs}
    </>
  )
}

/** The companies directly below, one level at a time. */
export const CompanyBelow = ({ kinds, row }: SectionProps & { kinds: readonly CompanyKind[] }) => {
  const { t } = useTranslation('company')
  const [chosen, setChosen] = useState<CompanyKind>()
  const kind = chosen ?? kinds[0]
  if (kind === undefined) return null
  return (
    <>
      {kinds.length > 1 && (
        <Radio.Group
          className="ew-company-kinds"
          optionType="button"
          aria-label={t(($) => $.tabs.companies)}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(($) => $.kinds[value].one) }))}
          onChange={({ target }) => setChosen(target.value as CompanyKind)}
        />
      )}
      <ChildList key={kind} kind={kind} row={row} />
    </>
  )
}

export const CompanyAccounts = ({ kind, row }: SectionProps & { kind: AccountKind }) => {
  const { t } = useTranslation('company')
  const account = useTranslation('account').t
  const { toolbar, actionsOf, inFull, dialogs } = useAccountActions(kind, { company: row })
  const columns = useAccountColumns(kind, inFull)
  return (
    <>
      <ListPage
        embedded
        title={t(($) => $.tabs.accounts)}
        endpoint={kind.page}
        fixed={{ companyId: row.id }}
        filters={[{ kind: 'input', name: 'keyword', label: account(($) => $.keyword) }, 'enabled']}
        columns={columns.filter((column) => (typeof column === 'string' ? column : column.field) !== 'companyName')}
        // An import names the company of each row, so it is only offered in the list of all.
        actions={toolbar.filter(({ key }) => key === 'create')}
        rowActions={actionsOf}
        tone={({ state }) => (state === 'enabled' ? undefined : 'fault')}
      />
      {dialogs}
    </>
  )
}

export const CompanyCustomers = ({ row }: SectionProps) => {
  const { t } = useTranslation('company')
  const words = useTranslation('customer').t
  const { actionsOf, dialog, ...work } = useCustomerActions()
  const columns = useCustomerColumns(work)
  return (
    <>
      <ListPage
        embedded
        title={t(($) => $.tabs.customers)}
        endpoint={customer.page}
        fixed={{ companyId: row.id }}
        filters={[{ kind: 'input', name: 'keyword', label: words(($) => $.keyword) }, 'type', 'enabled']}
        columns={columns.filter((column) => (typeof column === 'string' ? column : column.field) !== 'companyName')}
        rowActions={actionsOf}
        tone={({ enabled }) => (enabled ? undefined : 'fault')}
      />
      {dialog}
    </>
  )
}

export const CompanyProjects = ({ row }: SectionProps) => {
  const { t } = useTranslation('company')
  const words = useTranslation('project').t
  const columns = useProjectColumns()
  return (
    <ListPage
      embedded
      title={t(($) => $.tabs.projects)}
      endpoint={project.page}
      fixed={{ companyId: row.id }}
      filters={[{ kind: 'input', name: 'keyword', label: words(($) => $.keyword) }, 'status']}
      columns={columns.filter((column) => (typeof column === 'string' ? column : column.field) !== 'companyName')}
      tone={toneOf}
    />
  )
}

const countText = (answer: { total: number; totalCapped: boolean } | undefined): string =>
  answer === undefined ? '…' : `${answer.total.toLocaleString()}${answer.totalCapped ? '+' : ''}`

/** A count with a link to its list. */
const Count = ({ href, count, children }: { href: string; count: string; children: string }) => (
  <div>
    <dt>{children}</dt>
    <dd>{count === '0' ? count : <a href={`#${href}`}>{count}</a>}</dd>
  </div>
)

const DevicesOf = ({ id, status }: { id: number; status?: EnumValue<'deviceStatus'> }) => {
  const { t } = useTranslation('company')
  const { data } = useCall(device.page, { companyId: id, pageSize: 1, ...(status ? { status } : {}) })
  return (
    <Count href={pageAddress('deviceList', { companyId: id, status })} count={countText(data)}>
      {status ? enumLabel('deviceStatus', status) : t(($) => $.counts.devices)}
    </Count>
  )
}

const GatewaysOf = ({ id, online }: { id: number; online?: boolean }) => {
  const { t } = useTranslation('company')
  const offline = online === false ? { online, activated: true } : {}
  const { data } = useCall(gateway.page, { companyId: id, pageSize: 1, ...offline })
  return (
    <Count href={pageAddress('gatewayList', { companyId: id, ...offline })} count={countText(data)}>
      {online === false ? enumLabel('gatewayStatus', 'offline') : t(($) => $.counts.gateways)}
    </Count>
  )
}

/** Number of devices and gateways of the company itself, by state. */
export const CompanyDevices = ({ row: { id } }: SectionProps) => {
  const { t } = useTranslation('company')
  const can = useCan()
  return (
    <>
      {can('device:view') && (
        <section className="ew-panel">
          <h2>{t(($) => $.panels.devices)}</h2>
          <dl className="ew-company-counts">
            <DevicesOf id={id} />
            {enums.deviceStatus.map((status) => (
              <DevicesOf key={status} id={id} status={status} />
            ))}
          </dl>
        </section>
      )}
      {can('gateway:view') && (
        <section className="ew-panel">
          <h2>{t(($) => $.panels.gateways)}</h2>
          <dl className="ew-company-counts">
            <GatewaysOf id={id} />
            <GatewaysOf id={id} online={false} />
          </dl>
        </section>
      )}
      <p className="ew-muted">{t(($) => $.counts.own)}</p>
    </>
  )
}
