import { endpoints } from '@emberwatch/contract'
import { Alert } from 'antd'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import type { PlatformRow } from './operator-platform.form.tsx'

const PlatformForm = lazy(() => import('./operator-platform.form.tsx'))

const operatorPlatform = endpoints.operatorPlatform

/** The carrier platforms that NB-IoT devices will report through. Nothing receives their pushes yet, and the page says so. */
export const OperatorPlatforms = () => {
  const { t } = useTranslation('api-config')
  const { toolbar, edit, remove, dialog } = useRowActions<PlatformRow>({
    calls: operatorPlatform,
    renderForm: (open) => <PlatformForm {...open} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.platform.create), remove: t(($) => $.platform.deleteHint) },
  })
  const words = t(($) => $.platform.columns, { returnObjects: true })
  return (
    <>
      <Alert
        className="ew-form-alert"
        type="warning"
        showIcon
        title={t(($) => $.platform.notReceived)}
        description={t(($) => $.platform.notReceivedHint)}
      />
      <ListPage
        headless
        endpoint={operatorPlatform.page}
        exporter={operatorPlatform.export}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.platform.keyword) }, 'enabled']}
        columns={[
          {
            field: 'name',
            label: words.name,
            render: ({ name, code }) => <TwoLines small={code}>{name}</TwoLines>,
          },
          'enabled',
          { field: 'protocol', label: words.protocol, render: ({ protocol }) => protocol.toUpperCase() },
          { field: 'url', label: words.url, render: ({ url }) => (url === null ? '—' : <code>{url}</code>) },
          { field: 'appId', label: words.appId },
          {
            field: 'hasSecret',
            label: words.secret,
            render: ({ hasSecret }) =>
              hasSecret ? t(($) => $.platform.set) : <span className="ew-muted">{t(($) => $.platform.unset)}</span>,
          },
          { field: 'remark', optional: true },
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), remove(row)]}
        tone={({ enabled }) => (enabled ? undefined : 'fault')}
      />
      {dialog}
    </>
  )
}
