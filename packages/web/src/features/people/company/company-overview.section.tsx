import { endpoints, type OutputOf } from '@emberwatch/contract'
import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { download } from '../../../api/files.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { AreaNames, CompanyName } from '../../../kit/names.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { Time } from '../../../kit/time.tsx'
import { Expiry } from './company-cells.tsx'
import type { CompanyKindFacts } from './company-kind.ts'
import './company.css'

export type CompanyDetail = OutputOf<CompanyKindFacts['calls']['detail']>

const megabyte = 1_048_576
/** From this share of a quota on, it is nearly used up. */
const nearPart = 0.9

const limited = ['accounts', 'projects', 'devices', 'storage'] as const

/** Usage and quotas of a company including all below it. */
const Quotas = ({ row }: { row: CompanyDetail }) => {
  const { t } = useTranslation('company')
  const used = { ...row, storage: Math.ceil(row.storage / megabyte) }
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.panels.quotas)}</h2>
      <dl className="ew-quota-used">
        {limited.map((name) => {
          const most = row.quotas[name]
          const part = most === undefined ? 0 : used[name] / most
          return (
            <div key={name} data-near={part >= nearPart}>
              <dt>{t(($) => $.columns[name])}</dt>
              <dd>
                {most === undefined
                  ? t(($) => $.quota.unlimited, { used: used[name].toLocaleString() })
                  : t(($) => $.quota.of, { used: used[name].toLocaleString(), most: most.toLocaleString() })}
                {part >= 1 && <strong> ▲ {t(($) => $.quota.full)}</strong>}
                {most !== undefined && (
                  <Progress
                    aria-label={t(($) => $.columns[name])}
                    percent={Math.min(Math.round(part * 100), 100)}
                    showInfo={false}
                    size="small"
                    strokeColor={part >= nearPart ? 'var(--ew-fault)' : 'var(--ew-accent)'}
                  />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

const Licence = ({ row: { licenceNo, licenceFile, name } }: { row: CompanyDetail }) => {
  const { t } = useTranslation('kit')
  const { t: own } = useTranslation('company')
  return (
    <>
      {licenceNo ?? t(($) => $.none)}
      {licenceFile !== null && (
        <Button
          type="link"
          size="small"
          // A failure has been shown by the call.
          onClick={() =>
            void download(endpoints.file.read, { id: licenceFile }, `${name} ${fieldLabel('licenceFile')}`).catch(() => {})
          }
        >
          {own(($) => $.licence)}
        </Button>
      )}
    </>
  )
}

export const CompanyOverview = ({ kind, row }: { kind: CompanyKindFacts; row: CompanyDetail }) => {
  const { t } = useTranslation('company')
  const { calls } = kind
  return (
    <>
      <Facts
        endpoint={calls.detail}
        row={row}
        title={t(($) => $.panels.contact)}
        facts={['contacter', 'phone', 'email', { field: 'zone', value: <AreaNames {...row} /> }, 'address', 'timeZone']}
      />
      <Quotas row={row} />
      <Facts
        endpoint={calls.detail}
        row={row}
        title={t(($) => $.panels.service)}
        facts={[
          'type',
          'orgCode',
          { field: 'parentName', value: <CompanyName id={row.parentId} name={row.parentName ?? '—'} /> },
          'companyPath',
          { field: 'expiresAt', value: <Expiry {...row} /> },
          {
            field: 'domain',
            value: row.domainRequested === null ? (row.domain ?? '—') : t(($) => $.domain.asked, { domain: row.domainRequested }),
          },
          { field: 'adminAccount', value: row.adminAccount ?? t(($) => $.noAdministrator) },
          {
            field: 'lastLoginAt',
            value: row.lastLoginAt === null ? t(($) => $.neverSignedIn) : <Time value={row.lastLoginAt} />,
          },
          { field: 'licenceNo', value: <Licence row={row} /> },
          'streetCode',
        ]}
      />
      <Facts
        endpoint={calls.detail}
        row={row}
        title={t(($) => $.panels.record)}
        facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']}
      />
    </>
  )
}
