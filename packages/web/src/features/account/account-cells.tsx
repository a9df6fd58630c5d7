import type { AccountRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../kit/list/types.ts'
import { EnabledTag, Tag } from '../../kit/status-tag.tsx'
import { formatTime, Time } from '../../kit/time.tsx'
import { useNow } from '../../kit/use-now.ts'
import { accountHref, isLocked, seenAs, type AccountKind, type Unmasked } from './account-kind.ts'
import './account.css'

/** Enabled or not, and what besides keeps the person out or waits for them. */
export const AccountState = ({ account }: { account: AccountRow }) => {
  const { t } = useTranslation('account')
  const now = useNow()
  const { enabled, lockedUntil, mustChangePassword } = account
  return (
    <span className="ew-account-state">
      <EnabledTag enabled={enabled} />
      {isLocked(account, now) && (
        <span title={t(($) => $.lockedUntil, { time: formatTime(lockedUntil ?? '') })}>
          <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.locked)}</Tag>
        </span>
      )}
      {mustChangePassword && <small>{t(($) => $.firstPassword)}</small>}
    </span>
  )
}

/** The columns of every list of accounts. */
export const useAccountColumns = (kind: AccountKind, unmasked: Unmasked): readonly (keyof AccountRow | Column<AccountRow>)[] => {
  const { t } = useTranslation('account')
  const seen = (row: AccountRow) => seenAs(row, unmasked)
  const ofOthers = kind.list !== 'company'
  return [
    {
      field: 'account',
      label: t(($) => $.person),
      render: (row) => (
        <span className="ew-two-lines">
          <a href={`#${accountHref(kind, row)}`}>{row.account}</a>
          <small>{seen(row).name}</small>
        </span>
      ),
    },
    { field: 'enabled', render: (row) => <AccountState account={row} /> },
    { field: 'phone', render: (row) => seen(row).phone ?? '—' },
    { field: 'email', optional: true, render: (row) => seen(row).email ?? '—' },
    ...(ofOthers ? (['companyName'] as const) : []),
    'roleNames',
    {
      field: 'lastLoginAt',
      render: ({ lastLoginAt, lastLoginIp }) =>
        lastLoginAt === null ? (
          <span className="ew-muted">{t(($) => $.never)}</span>
        ) : (
          <span className="ew-two-lines">
            <Time value={lastLoginAt} />
            <small>{lastLoginIp}</small>
          </span>
        ),
    },
    kind.made ? { field: 'createdAt', optional: true } : 'createdAt',
    { field: 'createdBy', optional: true },
    { field: 'updatedAt', optional: true },
    { field: 'updatedBy', optional: true },
  ]
}
