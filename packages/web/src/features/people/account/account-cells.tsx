import { type AccountRow, expiringDays, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import type { InFull } from '../../../kit/masked.tsx'
import { CompanyName } from '../../../kit/names.tsx'
import { auditColumns, auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { AnyColumn } from '../../../kit/list/types.ts'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { formatDay, formatTime, Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { isLocked, type AccountKind } from './account-kind.ts'
import './account.css'

/** Whether the person can sign in, what prevents it, and what they still have to do. */
export const AccountState = ({ account }: { account: AccountRow }) => {
  const { t } = useTranslation('account')
  const now = useNow()
  const { lockedUntil, validUntil, mustChangePassword } = account
  // A lock ends automatically.
  const state = account.state === 'locked' && !isLocked(account, now) ? 'enabled' : account.state
  const locked =
    state === 'locked' && lockedUntil !== null ? t(($) => $.lockedUntil, { time: formatTime(lockedUntil) }) : undefined
  const ended = state === 'ended' && validUntil !== null ? t(($) => $.endedAt, { time: formatTime(validUntil) }) : undefined
  return (
    <span className="ew-account-state">
      <span title={locked ?? ended}>
        <StatusTag enumeration="accountState" value={state} />
      </span>
      {mustChangePassword && <small>{t(($) => $.firstPassword)}</small>}
    </span>
  )
}

/** The company, and below it in small print the companies above it. */
const Company = ({ companyId, companyName, companyPath }: AccountRow) => {
  const above = companyPath.split(' › ').slice(0, -1).join(' › ')
  return (
    <TwoLines small={above && `${above} ›`}>
      <CompanyName id={companyId} name={companyName} />
    </TwoLines>
  )
}

/** The last day of an engineer's certificate: marked when it is near, and with another shape once it has passed. */
const CertificateEnd = ({ day }: { day: string | null }) => {
  const { t } = useTranslation('account')
  const today = formatDay(useNow())
  if (day === null) return <>—</>
  const left = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  const words = left < 0 ? t(($) => $.certificate.over) : t(($) => $.certificate.left, { count: left })
  const mark = <Tag look={{ tone: 'fault', shape: left < 0 ? '⊘' : '▲' }}>{words}</Tag>
  return <TwoLines small={left <= expiringDays ? mark : words}>{day}</TwoLines>
}

/** The columns of every list of accounts. */
export const useAccountColumns = (kind: AccountKind, inFull: InFull): readonly AnyColumn<AccountRow>[] => {
  const { t } = useTranslation('account')
  const ofOthers = kind.list !== 'company'
  return [
    {
      field: 'account',
      label: t(($) => $.person),
      render: (row) => (
        <TwoLines small={inFull(row).name}>
          {kind.list === 'customer' ? (
            row.account
          ) : (
            <a href={pageHref(`${kind.list}AccountDetail`, { id: row.id })}>{row.account}</a>
          )}
        </TwoLines>
      ),
    },
    { field: 'state', render: (row) => <AccountState account={row} /> },
    { field: 'phone', render: (row) => inFull(row).phone ?? '—' },
    { field: 'email', optional: true, render: (row) => inFull(row).email ?? '—' },
    ...(ofOthers ? [{ field: 'companyName' as const, render: (row: AccountRow) => <Company {...row} /> }] : []),
    'roleNames',
    {
      field: 'lastLoginAt',
      render: ({ lastLoginAt, lastLoginIp }) =>
        lastLoginAt === null ? (
          <span className="ew-muted">{t(($) => $.never)}</span>
        ) : (
          <TwoLines small={lastLoginIp}>
            <Time value={lastLoginAt} />
          </TwoLines>
        ),
    },
    { field: 'certificateExpires', optional: true, render: (row) => <CertificateEnd day={row.certificateExpires} /> },
    { field: 'validUntil', optional: true },
    ...(kind.made ? auditColumns : auditColumnsWith('createdAt')),
  ]
}
