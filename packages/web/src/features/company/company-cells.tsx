import type { CompanyRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../kit/list/types.ts'
import { Tag } from '../../kit/status-tag.tsx'
import { formatDay, formatPrecisely } from '../../kit/time.tsx'
import { useNow } from '../../kit/use-now.ts'
import { daysLeft, nearDays } from './expiry.ts'
import './company.css'

/** When the service ends, and how long that is; yellow when it is near or past. */
export const Expiry = ({ expiresAt }: Pick<CompanyRow, 'expiresAt'>) => {
  const { t } = useTranslation('company')
  const now = useNow()
  if (expiresAt === null) return <span className="ew-muted">{t(($) => $.expiry.never)}</span>
  const left = daysLeft(expiresAt, now)
  return (
    <span className="ew-two-lines">
      <time className="ew-time" dateTime={expiresAt} title={formatPrecisely(expiresAt)}>
        {formatDay(expiresAt)}
      </time>
      {left > nearDays ? (
        <small>{t(($) => $.expiry.left, { count: left })}</small>
      ) : left > 0 ? (
        <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.expiry.left, { count: left })}</Tag>
      ) : (
        <Tag look={{ tone: 'fault', shape: '⊘' }}>{left === 0 ? t(($) => $.expiry.today) : t(($) => $.expiry.over, { count: -left })}</Tag>
      )}
    </span>
  )
}

const Two = ({ first, second }: { first: string; second: string | null }) => (
  <span className="ew-two-lines">
    <span>{first}</span>
    <small>{second ?? '—'}</small>
  </span>
)

/** The columns of every list of companies. */
export const useCompanyColumns = (): readonly (keyof CompanyRow | Column<CompanyRow>)[] => {
  const { t } = useTranslation('company')
  return [
    { field: 'name', label: t(($) => $.columns.company), width: 180, render: ({ name, orgCode }) => <Two first={name} second={orgCode} /> },
    'enabled',
    { field: 'expiresAt', render: (row) => <Expiry expiresAt={row.expiresAt} /> },
    { field: 'parentName', width: 140 },
    { field: 'contacter', render: ({ contacter, phone }) => <Two first={contacter} second={phone} /> },
    'adminAccount',
    { field: 'companies', label: t(($) => $.columns.companies) },
    { field: 'projects', label: t(($) => $.columns.projects) },
    { field: 'devices', label: t(($) => $.columns.devices) },
    { field: 'accounts', label: t(($) => $.columns.accounts) },
    'lastLoginAt',
    { field: 'companyPath', width: 220, optional: true },
    { field: 'address', optional: true },
    { field: 'domain', optional: true },
    { field: 'createdAt', optional: true },
    { field: 'createdBy', optional: true },
    { field: 'updatedAt', optional: true },
    { field: 'updatedBy', optional: true },
  ]
}
