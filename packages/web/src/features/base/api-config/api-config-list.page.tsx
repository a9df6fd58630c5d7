import { endpoints } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { listed } from '../../../i18n/i18n.ts'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { enabledStyle } from '../../../kit/status-styles.ts'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import type { ApiConfigRow } from './api-config.form.tsx'

const ApiConfigForm = lazy(() => import('./api-config.form.tsx'))

const apiConfig = endpoints.apiConfig

const methods = ['GET', 'POST'].map((value) => ({ value, label: value }))

/** The calls whose name, limit, logging or availability differs from the product's defaults. */
export default function ApiConfigListPage() {
  const { t } = useTranslation('api-config')
  const calls = useCall(apiConfig.calls, {}, { staleTime: 300_000 }).data ?? []
  const modules = [...new Set(calls.map(({ module }) => module))].map((value) => ({ value, label: value }))
  const run = useRunWrite()
  const { toolbar, edit, dialog } = useRowActions<ApiConfigRow>({
    calls: apiConfig,
    renderForm: (open) => <ApiConfigForm {...open} calls={calls} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.create) },
  })
  return (
    <>
      <ListPage
        endpoint={apiConfig.page}
        exporter={apiConfig.export}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'select', name: 'module', options: modules },
          { kind: 'select', name: 'method', options: methods },
          {
            kind: 'select',
            name: 'enabled',
            options: [
              { value: 'true', label: t(($) => $.open) },
              { value: 'false', label: t(($) => $.closed) },
            ],
          },
        ]}
        columns={[
          'name',
          {
            field: 'path',
            label: t(($) => $.columns.call),
            render: ({ method, path }) => (
              <code>
                {method} {path}
              </code>
            ),
          },
          'module',
          {
            field: 'enabled',
            render: ({ enabled }) => <Tag look={enabledStyle(enabled)}>{enabled ? t(($) => $.open) : t(($) => $.closed)}</Tag>,
          },
          {
            field: 'perMinute',
            render: ({ perMinute }) => perMinute ?? <span className="ew-muted">{t(($) => $.standard)}</span>,
          },
          'logged',
          'maskedFields',
          {
            field: 'operations',
            optional: true,
            render: ({ operations }) => listed(operations) || <span className="ew-muted">{t(($) => $.session)}</span>,
          },
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={(row) => [
          edit(row),
          {
            key: 'remove',
            label: t(($) => $.toDefaults),
            ...operationsFor(apiConfig.remove),
            confirm: t(($) => $.toDefaultsConfirm, { name: row.name }),
            onClick: async () => {
              // A deletion refreshes only lists; the call can be chosen in the form again.
              await run(apiConfig.remove, { id: row.id })
              toast.success(t(($) => $.toDefaultsDone))
            },
          },
        ]}
        tone={({ enabled }) => (enabled ? undefined : 'fault')}
      />
      {dialog}
    </>
  )
}
