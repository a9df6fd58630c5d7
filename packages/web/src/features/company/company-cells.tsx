import type { CompanyRow } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../kit/list/types.ts'
import { EnabledTag, Tag } from '../../kit/status-tag.tsx'
import { formatDay, formatPrecisely, Time } from '../../kit/time.tsx'
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
        <Tag look={{ tone: 'fault', shape: '⊘' }}>
          {left === 0 ? t(($) => $.expiry.today) : t(($) => $.expiry.over, { count: -left })}
        </Tag>
      )}
    </span>
  )
}

const Two = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="ew-two-lines ew-company-cell">
    <span>{first}</span>
    <small>{second}</small>
  </span>
)

/** What a company and all below it have. */
const Has = ({ companies, accounts, projects, devices }: CompanyRow) => {
  const { t } = useTranslation('company')
  return <Two first={t(($) => $.has.work, { projects, devices })} second={t(($) => $.has.people, { companies, accounts })} />
}

const LastSignIn = ({ lastLoginAt }: CompanyRow) => {
  const { t } = useTranslation('company')
  return lastLoginAt === null ? t(($) => $.neverSignedIn) : <Time value={lastLoginAt} />
}

/** The company above, and below it in small what stands above that one. */
const Above = ({ parentName, companyPath }: CompanyRow) => {
  const further = companyPath.split(' › ').slice(0, -2).join(' › ')
  return (
    <span className="ew-two-lines ew-company-cell">
      <span>{parentName ?? '—'}</span>
      {further !== '' && <small>{further} ›</small>}
    </span>
  )
}

/** The columns of every list of companies. */
export const useCompanyColumns = (): readonly (keyof CompanyRow | Column<CompanyRow>)[] => {
  const { t } = useTranslation('company')
  return [
    {
      field: 'name',
      label: t(($) => $.columns.company),
      width: 160,
      render: ({ name, orgCode }) => <Two first={name} second={orgCode} />,
    },
    {
      field: 'expiresAt',
      label: t(($) => $.columns.state),
      render: ({ enabled, expiresAt }) => (
        <span className="ew-company-state">
          <EnabledTag enabled={enabled} />
          <Expiry expiresAt={expiresAt} />
        </span>
      ),
    },
    // Not one of its numbers, which would stand to the right.
    { field: 'quotas', label: t(($) => $.columns.has), render: (row) => <Has {...row} /> },
    {
      field: 'adminAccount',
      label: t(($) => $.columns.administrator),
      render: (row) => <Two first={row.adminAccount ?? '—'} second={<LastSignIn {...row} />} />,
    },
    { field: 'contacter', render: ({ contacter, phone }) => <Two first={contacter} second={phone ?? '—'} /> },
    { field: 'parentName', width: 160, render: (row) => <Above {...row} /> },
    { field: 'address', optional: true },
    { field: 'domain', optional: true },
    { field: 'createdAt', optional: true },
    { field: 'createdBy', optional: true },
    { field: 'updatedAt', optional: true },
    { field: 'updatedBy', optional: true },
  ]
}
