import { SafetyCertificateOutlined } from '@ant-design/icons'
import {
  auditActions,
  auditActionWords,
  auditKindWord,
  auditObjectKinds,
  auditObjectName,
  endpoints,
  type OutputOf,
} from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { confirm } from '../../../kit/confirm.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatWithMs } from '../../../kit/time.tsx'
import { useMe } from '../../../session/me.tsx'
import { AuditChanges } from './audit-changes.tsx'
import { changesOf } from './audit-labels.ts'
import { Described, LogDrawer } from '../../../kit/detail/log-detail.tsx'

const systemLog = endpoints.systemLog
type AuditRow = OutputOf<typeof systemLog.audit>['list'][number]
type Verdict = OutputOf<typeof systemLog.verify>

const actionWords = (action: string) => auditActionWords(sharedTexts().audit, action)
const objectName = ({ objectKind, objectName: name }: AuditRow) => auditObjectName(sharedTexts().audit, objectKind, name) || '—'
const kindWord = (kind: string) => auditKindWord(sharedTexts().audit, kind)

/** Who did it; without an actor, it was the system. */
const Who = ({ row: { actor, ip } }: { row: AuditRow }) => {
  const { t } = useTranslation('system-log')
  return actor === 'system' && ip === null ? t(($) => $.system) : actor
}

const Detail = ({ row, onClose }: { row: AuditRow; onClose: () => void }) => {
  const { t } = useTranslation('system-log')
  const words = t(($) => $.audit, { returnObjects: true })
  const results: Readonly<Record<string, string>> = words.results
  return (
    <LogDrawer title={actionWords(row.action)} onClose={onClose}>
      <Described
        lines={[
          [fieldLabel('at'), formatWithMs(row.at)],
          [words.columns.who, <Who key="who" row={row} />],
          [t(($) => $.ip), row.ip ?? '—'],
          [words.columns.object, `${kindWord(row.objectKind)} · ${objectName(row)} (${row.objectId})`],
          [fieldLabel('result'), results[row.result] ?? row.result],
          [fieldLabel('action'), <code key="action">{row.action}</code>],
        ]}
      />
      <AuditChanges kind={row.objectKind} changes={row.changes} />
      <h2 className="ew-log-heading">{words.chain}</h2>
      <p>{t(($) => $.audit.chainOf, { sequence: row.sequence, company: row.companyName ?? '—' })}</p>
      <p>
        <code className="ew-log-hash">{row.hash}</code>
      </p>
      <p className="ew-muted">{words.hashHint}</p>
    </LogDrawer>
  )
}

/** The result of the verification, as text. */
const VerdictWords = ({ verdict }: { verdict: Verdict }) => {
  const { t } = useTranslation('system-log')
  const { intact, brokenAt, brokenCompany } = verdict
  const counts = { rows: verdict.rows.toLocaleString(), companies: verdict.companies.toLocaleString() }
  if (intact)
    return (
      <>
        <Tag look={{ tone: 'normal', shape: '●' }}>{t(($) => $.audit.intact)}</Tag>
        <p>{t(($) => $.audit.intactText, counts)}</p>
      </>
    )
  const company = brokenCompany ?? '—'
  return (
    <>
      <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.audit.broken)}</Tag>
      <p>
        {brokenAt === null
          ? t(($) => $.audit.brokenEnd, { ...counts, company })
          : t(($) => $.audit.brokenText, { ...counts, company, id: brokenAt })}
      </p>
      <p>{t(($) => $.audit.brokenAdvice)}</p>
    </>
  )
}

/** Who changed what. */
export const AuditLog = () => {
  const { t } = useTranslation('system-log')
  const kit = useTranslation('kit').t
  const { user } = useMe()
  const [open, setOpen] = useState<AuditRow>()
  const words = t(($) => $.audit, { returnObjects: true })
  const verify = async () => {
    const verdict = await call(systemLog.verify, {})
    await confirm({
      title: words.verifyTitle,
      content: <VerdictWords verdict={verdict} />,
      ok: kit(($) => $.close),
      cancel: null,
    })
  }
  return (
    <>
      <ListPage
        headless
        title={t(($) => $.tabs.audit)}
        endpoint={systemLog.audit}
        exporter={systemLog.exportAudit}
        filters={[
          { kind: 'input', name: 'keyword', label: words.keyword },
          {
            kind: 'select',
            name: 'objectKind',
            options: auditObjectKinds.map((value) => ({ value, label: kindWord(value) })),
          },
          {
            kind: 'select',
            name: 'action',
            options: auditActions.map((value) => ({ value, label: actionWords(value) })),
          },
          { kind: 'dateRange' },
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          'objectId',
        ]}
        columns={[
          'at',
          { field: 'action', label: words.columns.action, render: ({ action }) => actionWords(action) },
          {
            field: 'objectName',
            label: words.columns.object,
            render: (row) => <TwoLines small={kindWord(row.objectKind)}>{objectName(row)}</TwoLines>,
          },
          {
            field: 'changes',
            label: words.columns.changes,
            render: ({ changes }) => {
              const count = changesOf(changes).length
              return count === 0 ? '—' : t(($) => $.audit.changed, { count })
            },
          },
          {
            field: 'actor',
            label: words.columns.who,
            render: (row) => (
              <TwoLines small={row.ip}>
                <Who row={row} />
              </TwoLines>
            ),
          },
          'companyName',
          { field: 'objectId', optional: true },
          { field: 'result', optional: true },
          { field: 'sequence', optional: true },
        ]}
        actions={[
          {
            key: 'verify',
            label: words.verify,
            op: 'log:verify',
            icon: <SafetyCertificateOutlined aria-hidden />,
            onClick: verify,
          },
        ]}
        rowActions={(row) => [{ key: 'view', label: t(($) => $.view), onClick: () => setOpen(row) }]}
      />
      {open && <Detail row={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
