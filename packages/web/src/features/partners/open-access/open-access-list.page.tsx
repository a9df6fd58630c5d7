import { endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { useMe } from '../../../session/me.tsx'
import { useOpenAccessActions } from './use-open-access-actions.tsx'

const { openAccess } = endpoints

export default function OpenAccessListPage() {
  const { t } = useTranslation('open-access')
  const { user } = useMe()
  const { toolbar, actionsOf, dialog } = useOpenAccessActions()
  const seesOthers = hasCompaniesBelow(user.accountType)
  return (
    <>
      <ListPage
        endpoint={openAccess.page}
        exporter={openAccess.export}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          'keyRight',
          'enabled',
          ...(seesOthers ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={[
          {
            field: 'name',
            render: ({ id, name, prefix }) => (
              <TwoLines small={`${prefix}…`}>
                <a href={pageHref('openAccessDetail', { id })}>{name}</a>
              </TwoLines>
            ),
          },
          'state',
          ...(seesOthers ? ['companyName' as const] : []),
          { field: 'keyRights', render: ({ keyRights }) => listed(keyRights.map((right) => enumLabel('openRight', right))) },
          { field: 'dataScope', optional: true },
          'expiresAt',
          {
            field: 'lastUsedAt',
            render: ({ lastUsedAt, lastUsedIp }) =>
              lastUsedAt === null ? t(($) => $.never) : <TwoLines small={lastUsedIp}>{formatTime(lastUsedAt)}</TwoLines>,
          },
          { field: 'addresses', optional: true, render: ({ addresses }) => addresses.join(', ') || t(($) => $.anywhere) },
          { field: 'perMinute', optional: true },
          { field: 'remark', optional: true },
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={actionsOf}
        tone={({ state }) => (state === 'active' ? undefined : 'fault')}
      />
      {dialog}
    </>
  )
}
