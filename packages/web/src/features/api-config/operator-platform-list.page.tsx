import { PlusOutlined } from '@ant-design/icons'
import { endpoints, type OutputOf } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useRemove } from '../../kit/use-remove.tsx'

const PlatformForm = lazy(() => import('./operator-platform.form.tsx'))

const { operatorPlatform } = endpoints
export type PlatformRow = OutputOf<typeof operatorPlatform.page>['list'][number]

/** The carrier platforms that NB-IoT devices report through. */
export default function OperatorPlatformListPage() {
  const { t } = useTranslation('api-config')
  const kit = useTranslation('kit').t
  const removed = useRemove()
  const [form, setForm] = useState<PlatformRow | 'new'>()
  const del = useWrite(operatorPlatform.del, { invalidates: [operatorPlatform.page], quiet: true })
  const words = t(($) => $.platform.columns, { returnObjects: true })
  return (
    <>
      <ListPage
        endpoint={operatorPlatform.page}
        exporter={operatorPlatform.export}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.platform.keyword) }, 'enabled']}
        columns={[
          {
            field: 'name',
            label: words.name,
            render: ({ name, code }) => (
              <span className="ew-two-lines">
                <span>{name}</span>
                <small>{code}</small>
              </span>
            ),
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
          'updatedAt',
          { field: 'updatedBy', optional: true },
          { field: 'createdAt', optional: true },
          { field: 'createdBy', optional: true },
        ]}
        actions={[
          {
            key: 'create',
            label: t(($) => $.platform.create),
            op: 'operatorPlatform:create',
            primary: true,
            icon: <PlusOutlined />,
            onClick: () => setForm('new'),
          },
        ]}
        rowActions={(row) => [
          { key: 'edit', label: kit(($) => $.edit), op: 'operatorPlatform:update', onClick: () => setForm(row) },
          {
            key: 'del',
            label: kit(($) => $.remove),
            op: 'operatorPlatform:del',
            danger: true,
            onClick: () =>
              removed(
                row.name,
                t(($) => $.platform.deleteHint),
                () => del.mutateAsync({ id: row.id }),
              ),
          },
        ]}
        tone={({ enabled }) => (enabled ? undefined : 'fault')}
      />
      <Suspense>{form && <PlatformForm row={form === 'new' ? undefined : form} onClose={() => setForm(undefined)} />}</Suspense>
    </>
  )
}
