import { auditActionWords, type endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { DetailTab } from '../../../kit/detail/detail-tabs.tsx'
import { useMe } from '../../../session/me.tsx'
import { AuditChanges } from '../system-log/audit-changes.tsx'
import { changesOf } from '../system-log/audit-labels.ts'
import '../system-log/system-log.css'

/** The answer has the same type for all kinds of objects. */
type ActivityEndpoint = typeof endpoints.activity.account

const Activity = ({ endpoint, id }: { endpoint: ActivityEndpoint; id: number }) => {
  const { t } = useTranslation('system-log')
  const kit = useTranslation('kit').t
  const words = t(($) => $.audit, { returnObjects: true })
  return (
    <ListPage
      embedded
      title={kit(($) => $.activity)}
      endpoint={endpoint}
      fixed={{ id }}
      columns={[
        'at',
        {
          field: 'actor',
          label: words.columns.who,
          render: ({ actor, ip }) => (
            <TwoLines small={ip}>{actor === 'system' && ip === null ? t(($) => $.system) : actor}</TwoLines>
          ),
        },
        { field: 'action', label: words.columns.action, render: ({ action }) => auditActionWords(sharedTexts().audit, action) },
        {
          field: 'changes',
          label: words.columns.changes,
          render: ({ objectKind, changes }) =>
            changesOf(changes).length === 0 ? '—' : <AuditChanges kind={objectKind} changes={changes} />,
        },
      ]}
    />
  )
}

/** The tab of a detail page with the history of its object. Customers and their users have no access to the audit log. */
export const useActivityTab = (endpoint: ActivityEndpoint): ((row: { id: number }) => DetailTab[]) => {
  const { t } = useTranslation('kit')
  const { accountType } = useMe().user
  if (accountType === 'customer' || accountType === 'user') return () => []
  return ({ id }) => [{ key: 'activity', label: t(($) => $.activity), content: <Activity endpoint={endpoint} id={id} /> }]
}
