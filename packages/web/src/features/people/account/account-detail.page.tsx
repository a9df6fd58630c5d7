import { endpoints, menus, operationLabel, type OutputOf } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import type { InFull } from '../../../kit/masked.tsx'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import type { DetailTab } from '../../../kit/detail/detail-tabs.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { Time } from '../../../kit/time.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { SignInResult } from '../../../kit/status-tag.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { AccountProjects } from './account-projects.tsx'
import { AccountState } from './account-cells.tsx'
import { accountKind, type AccountListName } from './account-kind.ts'
import { useAccountActions } from './use-account-actions.tsx'
import { OrderTabs, useSeesOrders } from '../../orders/order/order-tabs.tsx'
import { bySubject } from '../role/grant-tree.ts'
import { ofSubject, operationSubjects } from '../role/operation-subjects.ts'
import './account.css'

const { account, accountOrder } = endpoints
type Detail = OutputOf<typeof account.detail>

/** The effective permissions of the account, by page. */
const Permissions = ({ operations }: Pick<Detail, 'operations'>) => {
  const { t } = useTranslation('account')
  const texts = sharedTexts()
  const held = new Set(operations)
  const all = menus.map(({ operations: codes, ...page }) => ({ ...page, operations: codes.map((code) => ({ code })) }))
  const subjects = operationSubjects(all)
  const pages = all
    .map((page) => ({ ...page, has: page.operations.filter(({ code }) => held.has(code)) }))
    .filter(({ has }) => has.length > 0)
  if (pages.length === 0) return <p className="ew-empty">{t(($) => $.noPermissions)}</p>
  return (
    <section className="ew-panel">
      <dl className="ew-permissions">
        {pages.map(({ code, parent, has }) => (
          <div key={code}>
            <dt>{[parent, code].flatMap((one) => (one ? [texts.menus[one]] : [])).join(' › ')}</dt>
            {bySubject(has, subjects).map(([name, own]) => (
              <dd key={name}>
                {ofSubject(
                  name,
                  own.map(({ code: operation }) => operationLabel(texts.operations, operation)),
                )}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

const orderLists = {
  install: accountOrder.install,
  repair: accountOrder.repair,
  inspect: accountOrder.inspect,
  maintenance: accountOrder.maintenance,
}

const Orders = ({ accountId }: { accountId: number }) => <OrderTabs lists={orderLists} fixed={{ accountId }} />

const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, index) => ({ ...row, id: index }))

const Sessions = ({ sessions }: Pick<Detail, 'sessions'>) => {
  const { t } = useTranslation('account')
  return (
    <PlainTable
      label={t(($) => $.tabs.sessions)}
      rows={numbered(sessions)}
      columns={[
        { label: t(($) => $.sessions.since), render: ({ createdAt }) => <Time value={createdAt} /> },
        { label: t(($) => $.sessions.seen), render: ({ lastSeenAt }) => <Time value={lastSeenAt} /> },
        { label: fieldLabel('ip'), render: ({ ip }) => ip ?? '—' },
        { label: fieldLabel('userAgent'), render: ({ userAgent }) => <span className="ew-agent">{userAgent ?? '—'}</span> },
      ]}
    />
  )
}

const SignIns = ({ logins }: Pick<Detail, 'logins'>) => {
  const { t } = useTranslation('account')
  return (
    <PlainTable
      label={t(($) => $.tabs.signIns)}
      rows={numbered(logins)}
      columns={[
        { label: fieldLabel('at'), render: ({ at }) => <Time value={at} /> },
        {
          label: fieldLabel('result'),
          render: ({ result }) => <SignInResult result={result} />,
        },
        { label: fieldLabel('ip'), render: ({ ip }) => ip ?? '—' },
      ]}
    />
  )
}

const Profile = ({ row }: { row: Detail }) => (
  <Facts
    endpoint={account.detail}
    row={row}
    facts={[
      'account',
      { field: 'name', label: fieldLabel('personName') },
      'phone',
      'email',
      { field: 'type', label: fieldLabel('accountType') },
      'companyPath',
      'roleNames',
      ...(row.dataScope === null ? [] : (['dataScope'] as const)),
      'certificateNo',
      'certificateExpires',
      'validUntil',
      'lastLoginAt',
      'lastLoginIp',
      'lockedUntil',
      'mustChangePassword',
      'twoStep',
      'createdAt',
      'createdBy',
      'updatedAt',
      'updatedBy',
    ]}
  />
)

const drawState = (row: Detail) => <AccountState account={row} />

const tabsOf = (row: Detail, inFull: InFull, seesOrders: boolean, t: TFunction<'account'>): DetailTab[] => [
  { key: 'profile', label: t(($) => $.tabs.profile), content: <Profile row={inFull(row)} /> },
  { key: 'permissions', label: t(($) => $.tabs.permissions), content: <Permissions operations={row.operations} /> },
  ...(seesOrders ? [{ key: 'orders', label: t(($) => $.tabs.orders), content: <Orders accountId={row.id} /> }] : []),
  ...(row.dataScope === null
    ? []
    : [{ key: 'projects', label: t(($) => $.tabs.projects), content: <AccountProjects row={row} /> }]),
  { key: 'sessions', label: t(($) => $.tabs.sessions), content: <Sessions sessions={row.sessions} /> },
  { key: 'signIns', label: t(($) => $.tabs.signIns), content: <SignIns logins={row.logins} /> },
]

/** The page of one account (`…/detail?id=`): profile, permissions, orders, sessions and sign-ins. */
export const accountDetailPage = (list: AccountListName) => {
  const kind = accountKind(list)
  return function AccountDetailPage() {
    const { t } = useTranslation('account')
    const navigate = useNavigate()
    const seesOrders = useSeesOrders()
    const activity = useActivityTab(kind.activity)
    const { actionsOf, inFull, dialogs } = useAccountActions(kind, { leave: () => navigate({ to: kind.path }) })
    return (
      <>
        <DetailPage
          endpoint={kind.calls.detail}
          title={(row) => `${row.account} · ${inFull(row).name}`}
          status={drawState}
          actions={actionsOf}
          tabs={(row) => [...tabsOf(row, inFull, seesOrders, t), ...activity(row)]}
        />
        {dialogs}
      </>
    )
  }
}
