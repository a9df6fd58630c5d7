import { endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Code } from '../../../kit/code.tsx'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useCan, useMe } from '../../../session/me.tsx'
import { fromTo } from './from-to.ts'

const traceLog = endpoints.traceLog

/** Every step of every device and gateway, newest first. */
export default function OperationLogPage() {
  const { t } = useTranslation('product-trace')
  const { user } = useMe()
  const mayTrace = useCan()(endpoints.productTrace.detail.access)
  return (
    <ListPage
      endpoint={traceLog.page}
      exporter={traceLog.export}
      filters={[
        { kind: 'input', name: 'keyword', label: t(($) => $.code) },
        'step',
        { kind: 'remote', name: 'projectId', endpoint: endpoints.project.select },
        { kind: 'dateRange' },
        'source',
        ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
      ]}
      columns={[
        'at',
        { field: 'operator', render: (row) => row.operator ?? t(($) => $.system) },
        'step',
        {
          field: 'code',
          label: t(($) => $.code),
          render: (row) => (
            <TwoLines small={row.deviceId === null ? t(($) => $.gateway) : null}>
              {mayTrace ? <Code href={pageHref('traceDetail', { code: row.code })}>{row.code}</Code> : <Code>{row.code}</Code>}
            </TwoLines>
          ),
        },
        { field: 'toPlace', label: t(($) => $.fromTo), render: fromTo },
        { field: 'orderCode', render: (row) => row.orderCode ?? '—' },
        'source',
        {
          field: 'note',
          render: ({ failure, note }) =>
            [failure && enumLabel('upgradeFailure', failure), note].filter(Boolean).join(' · ') || '—',
        },
        { field: 'projectName', optional: true },
        { field: 'companyName', optional: true },
      ]}
    />
  )
}
