import type { CompanyRow } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaNames, CompanyName } from '../../../kit/names.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { AnyColumn } from '../../../kit/list/types.ts'
import { EnabledTag, Tag } from '../../../kit/status-tag.tsx'
import { formatDay, formatWithMs, Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { companyHref } from './company-kind.ts'
import { daysLeft, nearDays } from './expiry.ts'
import './company.css'

/** Remaining time of the service: yellow when its end is near or past. */
const Remaining = ({ expiresAt }: { expiresAt: string }) => {
  const { t } = useTranslation('company')
  const left = daysLeft(expiresAt, useNow())
  if (left > nearDays) return <small>{t(($) => $.expiry.left, { count: left })}</small>
  if (left > 0) return <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.expiry.left, { count: left })}</Tag>
  return (
    <Tag look={{ tone: 'fault', shape: '⊘' }}>
      {left === 0 ? t(($) => $.expiry.today) : t(($) => $.expiry.over, { count: -left })}
    </Tag>
  )
}

/** When the service ends. */
const End = ({ expiresAt }: Pick<CompanyRow, 'expiresAt'>) => {
  const { t } = useTranslation('company')
  if (expiresAt === null) return t(($) => $.expiry.never)
  return (
    <time dateTime={expiresAt} title={formatWithMs(expiresAt)}>
      {t(($) => $.expiry.until, { day: formatDay(expiresAt) })}
    </time>
  )
}

/** When the service ends, and how long it still lasts. */
export const Expiry = ({ expiresAt }: Pick<CompanyRow, 'expiresAt'>) => (
  <span className="ew-company-state">
    <End expiresAt={expiresAt} />
    {expiresAt !== null && <Remaining expiresAt={expiresAt} />}
  </span>
)

/** Why a company is stopped although it is neither disabled nor expired itself; undefined if it is not stopped. */
export const useBlockText = () => {
  const { t } = useTranslation('company')
  return (blockedBy: CompanyRow['blockedBy']): string | undefined =>
    blockedBy === null ? undefined : t(($) => $.blocked[blockedBy.reason], { company: blockedBy.company })
}

/** Enabled or not, how long its service lasts, and what stops it from above. */
export const CompanyTags = ({ enabled, expiresAt, blockedBy }: Pick<CompanyRow, 'enabled' | 'expiresAt' | 'blockedBy'>) => {
  const blocked = useBlockText()(blockedBy)
  return (
    <span className="ew-company-state">
      <EnabledTag enabled={enabled} />
      {expiresAt !== null && <Remaining expiresAt={expiresAt} />}
      {blocked !== undefined && <Tag look={{ tone: 'fault', shape: '⊘' }}>{blocked}</Tag>}
    </span>
  )
}

/** Enabled or not, and when the service ends; and what stops it from above. */
const State = (row: CompanyRow) => (
  <TwoLines small={<End expiresAt={row.expiresAt} />}>
    <CompanyTags {...row} />
  </TwoLines>
)

const Two = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <div className="ew-company-cell">
    <TwoLines small={second}>{first}</TwoLines>
  </div>
)

/** Totals of a company including all below it. */
const Has = ({ companies, accounts, projects, devices }: CompanyRow) => {
  const { t } = useTranslation('company')
  return <Two first={t(($) => $.has.work, { projects, devices })} second={t(($) => $.has.people, { companies, accounts })} />
}

const LastSignIn = ({ lastLoginAt }: CompanyRow) => {
  const { t } = useTranslation('company')
  return lastLoginAt === null ? t(($) => $.neverSignedIn) : <Time value={lastLoginAt} />
}

/** The company above, and below it in small print the companies above that one. */
const Above = ({ parentId, parentName, companyPath }: CompanyRow) => {
  const further = companyPath.split(' › ').slice(0, -2).join(' › ')
  return <Two first={<CompanyName id={parentId} name={parentName ?? '—'} />} second={further && `${further} ›`} />
}

/** The columns of every list of companies. */
export const useCompanyColumns = (): readonly AnyColumn<CompanyRow>[] => {
  const { t } = useTranslation('company')
  return [
    {
      field: 'name',
      label: t(($) => $.columns.company),
      width: 160,
      render: ({ id, type, name, orgCode }) => (
        <Two first={type === 'siter' ? name : <a href={companyHref(type, id)}>{name}</a>} second={orgCode} />
      ),
    },
    {
      field: 'expiresAt',
      label: t(($) => $.columns.state),
      render: (row) => <State {...row} />,
    },
    // Not one of its numbers, which would be right-aligned.
    { field: 'quotas', label: t(($) => $.columns.has), render: (row) => <Has {...row} /> },
    {
      field: 'adminAccount',
      label: t(($) => $.columns.administrator),
      render: (row) => <Two first={row.adminAccount ?? '—'} second={<LastSignIn {...row} />} />,
    },
    { field: 'contacter', render: ({ contacter, phone }) => <Two first={contacter} second={phone ?? '—'} /> },
    { field: 'parentName', width: 160, render: (row) => <Above {...row} /> },
    { field: 'zone', optional: true, render: (row) => <AreaNames {...row} /> },
    { field: 'address', optional: true },
    {
      field: 'domain',
      optional: true,
      render: ({ domain, domainRequested }) => (
        <Two first={domain ?? '—'} second={domainRequested && t(($) => $.domain.asked, { domain: domainRequested })} />
      ),
    },
    { field: 'storage', optional: true, render: ({ storage }) => `${Math.ceil(storage / 1_048_576)} MB` },
    ...auditColumns,
  ]
}
