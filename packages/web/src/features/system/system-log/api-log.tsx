import { endpoints, errorCatalogue, type OutputOf } from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatWithMs } from '../../../kit/time.tsx'
import { useMe } from '../../../session/me.tsx'
import { Described, LogDrawer, Raw } from '../../../kit/detail/log-detail.tsx'

const systemLog = endpoints.systemLog
type ApiRow = OutputOf<typeof systemLog.api>['list'][number]

const succeeded = 200
const nameOfCode = new Map<number, string>(Object.entries(errorCatalogue).map(([name, { code }]) => [code, name]))

const Result = ({ row: { status, code } }: { row: ApiRow }) => {
  const { t } = useTranslation('system-log')
  if (code === succeeded) return <Tag look={{ tone: 'normal', shape: '●' }}>{t(($) => $.api.ok)}</Tag>
  return (
    <TwoLines small={nameOfCode.get(code)}>
      <Tag look={{ tone: 'fault', shape: '▲' }}>{`${status} · ${code}`}</Tag>
    </TwoLines>
  )
}

const Detail = ({ row, onClose }: { row: ApiRow; onClose: () => void }) => {
  const { t } = useTranslation('system-log')
  const words = t(($) => $.api, { returnObjects: true })
  const { params } = row
  const empty = params === null || params === undefined || (typeof params === 'object' && Object.keys(params).length === 0)
  return (
    <LogDrawer title={`${row.method} ${row.action}`} onClose={onClose}>
      <Described
        lines={[
          [fieldLabel('at'), formatWithMs(row.at)],
          [words.columns.who, row.account ?? t(($) => $.nobody)],
          [fieldLabel('companyName'), row.companyName ?? '—'],
          [t(($) => $.ip), row.ip ?? '—'],
          [words.status, row.status],
          [words.code, [row.code, nameOfCode.get(row.code)].filter(Boolean).join(' · ')],
          [words.columns.ms, t(($) => $.api.ms, { ms: row.ms })],
          [words.url, <code key="url">{row.url}</code>],
          [fieldLabel('traceId'), <code key="trace">{row.traceId}</code>],
        ]}
      />
      <h2 className="ew-log-heading">{words.params}</h2>
      {empty ? <p className="ew-muted">{words.noParams}</p> : <Raw label={words.params} text={JSON.stringify(params)} />}
      <p className="ew-muted">{words.hidden}</p>
    </LogDrawer>
  )
}

/** The API log. */
export const ApiLog = () => {
  const { t } = useTranslation('system-log')
  const { user } = useMe()
  const [open, setOpen] = useState<ApiRow>()
  const words = t(($) => $.api, { returnObjects: true })
  return (
    <>
      <ListPage
        headless
        title={t(($) => $.tabs.api)}
        endpoint={systemLog.api}
        exporter={systemLog.exportApi}
        views={[
          { label: words.views.failed, when: { failed: 'true' } },
          { label: words.views.succeeded, when: { failed: 'false' } },
        ]}
        filters={[
          { kind: 'input', name: 'keyword', label: words.keyword },
          { kind: 'input', name: 'action', label: fieldLabel('path') },
          { kind: 'input', name: 'status', label: words.status },
          { kind: 'dateRange' },
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          'traceId',
        ]}
        columns={[
          'at',
          {
            field: 'action',
            label: words.columns.call,
            render: ({ method, action }) => (
              <code>
                {method} {action}
              </code>
            ),
          },
          { field: 'failed', label: words.columns.result, render: (row) => <Result row={row} /> },
          {
            field: 'account',
            label: words.columns.who,
            render: ({ account, ip }) => <TwoLines small={ip}>{account ?? t(($) => $.nobody)}</TwoLines>,
          },
          'companyName',
          { field: 'ms', label: words.columns.ms, render: ({ ms }) => t(($) => $.api.ms, { ms }) },
          { field: 'traceId', optional: true, render: ({ traceId }) => <code>{traceId}</code> },
          { field: 'url', label: words.url, optional: true },
        ]}
        rowActions={(row) => [{ key: 'view', label: t(($) => $.view), onClick: () => setOpen(row) }]}
        tone={({ code }) => (code === succeeded ? undefined : 'fault')}
      />
      {open && <Detail row={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
