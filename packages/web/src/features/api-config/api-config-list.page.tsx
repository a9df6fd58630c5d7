import { PlusOutlined } from '@ant-design/icons'
import { endpoints, type OutputOf } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useWrite } from '../../api/hooks.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Tag } from '../../kit/status-tag.tsx'
import { enabledLook } from '../../kit/status-looks.ts'
import { toast } from '../../kit/toast.ts'

const ApiConfigForm = lazy(() => import('./api-config.form.tsx'))

const { apiConfig } = endpoints
export type ApiConfigRow = OutputOf<typeof apiConfig.page>['list'][number]

const methods = ['GET', 'POST'].map((value) => ({ value, label: value }))

/** The calls whose name, limit, logging or opening differs from the product's defaults. */
export default function ApiConfigListPage() {
  const { t } = useTranslation('api-config')
  const kit = useTranslation('kit').t
  const [form, setForm] = useState<ApiConfigRow | 'new'>()
  const calls = useCall(apiConfig.calls, {}, { staleTime: 300_000 }).data ?? []
  const modules = [...new Set(calls.map(({ module }) => module))].map((value) => ({ value, label: value }))
  const del = useWrite(apiConfig.del, { invalidates: [apiConfig.page, apiConfig.calls] })
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
            render: ({ enabled }) => <Tag look={enabledLook(enabled)}>{enabled ? t(($) => $.open) : t(($) => $.closed)}</Tag>,
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
            render: ({ operations }) => operations.join(', ') || <span className="ew-muted">{t(($) => $.session)}</span>,
          },
          'updatedAt',
          { field: 'updatedBy', optional: true },
          { field: 'createdAt', optional: true },
          { field: 'createdBy', optional: true },
        ]}
        actions={[
          {
            key: 'create',
            label: t(($) => $.create),
            op: 'apiConfig:create',
            primary: true,
            icon: <PlusOutlined />,
            onClick: () => setForm('new'),
          },
        ]}
        rowActions={(row) => [
          { key: 'edit', label: kit(($) => $.edit), op: 'apiConfig:update', onClick: () => setForm(row) },
          {
            key: 'del',
            label: t(($) => $.toDefaults),
            op: 'apiConfig:del',
            confirm: t(($) => $.toDefaultsConfirm, { name: row.name }),
            onClick: async () => {
              await del.mutateAsync({ id: row.id })
              toast.success(t(($) => $.toDefaultsDone))
            },
          },
        ]}
        tone={({ enabled }) => (enabled ? undefined : 'fault')}
      />
      <Suspense>
        {form && <ApiConfigForm row={form === 'new' ? undefined : form} calls={calls} onClose={() => setForm(undefined)} />}
      </Suspense>
    </>
  )
}
