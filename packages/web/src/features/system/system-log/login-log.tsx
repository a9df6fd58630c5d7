import { endpoints, type OutputOf } from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { SignInResult } from '../../../kit/status-tag.tsx'
import { formatWithMs } from '../../../kit/time.tsx'
import { Described, LogDrawer } from '../../../kit/detail/log-detail.tsx'

const systemLog = endpoints.systemLog
type LoginRow = OutputOf<typeof systemLog.login>['list'][number]

const Detail = ({ row, onClose }: { row: LoginRow; onClose: () => void }) => {
  const { t } = useTranslation('system-log')
  return (
    <LogDrawer title={row.account} onClose={onClose}>
      <Described
        lines={[
          [fieldLabel('at'), formatWithMs(row.at)],
          [fieldLabel('personName'), row.name ?? t(($) => $.login.unknown)],
          [fieldLabel('result'), <SignInResult key="result" result={row.result} />],
          [t(($) => $.ip), row.ip ?? '—'],
          [fieldLabel('userAgent'), row.userAgent ?? '—'],
        ]}
      />
    </LogDrawer>
  )
}

/** Who signed in, and who tried to. */
export const LoginLog = () => {
  const { t } = useTranslation('system-log')
  const [open, setOpen] = useState<LoginRow>()
  const words = t(($) => $.login, { returnObjects: true })
  const results = t(($) => $.signInResults, { ns: 'kit', returnObjects: true })
  return (
    <>
      <ListPage
        headless
        title={t(($) => $.tabs.login)}
        endpoint={systemLog.login}
        exporter={systemLog.exportLogin}
        filters={[
          'account',
          {
            kind: 'select',
            name: 'result',
            options: Object.entries(results).map(([value, label]) => ({ value, label })),
          },
          { kind: 'dateRange' },
          { kind: 'input', name: 'ip', label: t(($) => $.ip) },
        ]}
        columns={[
          'at',
          {
            field: 'account',
            label: words.columns.account,
            render: ({ account, name }) => <TwoLines small={name ?? words.unknown}>{account}</TwoLines>,
          },
          { field: 'result', render: ({ result }) => <SignInResult result={result} /> },
          { field: 'ip', label: t(($) => $.ip) },
          { field: 'userAgent', label: words.columns.device, width: 260 },
        ]}
        rowActions={(row) => [{ key: 'view', label: t(($) => $.view), onClick: () => setOpen(row) }]}
        tone={({ result }) => (result === 'ok' ? undefined : 'fault')}
      />
      {open && <Detail row={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
