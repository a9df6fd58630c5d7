import { endpoints, type OrderChecklistRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { auditColumnsWith } from '../../../kit/list/standard-columns.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import './order-checklist.css'

const OrderChecklistForm = lazy(() => import('./order-checklist.form.tsx'))

const { orderChecklist } = endpoints

/** The checklists of orders, by kind and project type. */
export default function OrderChecklistListPage() {
  const { t } = useTranslation('order-checklist')
  const typeOf = ({ typeNameZh, typeNameEn }: OrderChecklistRow): string =>
    (currentLanguage() === 'zh' ? typeNameZh : typeNameEn) ?? t(($) => $.allTypes)
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<OrderChecklistRow>({
    calls: orderChecklist,
    renderForm: (open) => <OrderChecklistForm {...open} />,
    nameOf: (row) => `${enumLabel('orderKind', row.kind)} · ${typeOf(row)}`,
    texts: {
      create: t(($) => $.create),
      disable: () => t(($) => $.disable),
      remove: t(($) => $.deleteHint),
    },
  })
  return (
    <>
      <ListPage
        endpoint={orderChecklist.page}
        filters={[
          { kind: 'select', name: 'kind', label: t(($) => $.kind) },
          { kind: 'remote', name: 'typeId', endpoint: endpoints.projectType.select, label: t(($) => $.type) },
          'enabled',
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
        ]}
        columns={[
          { field: 'kind', label: t(($) => $.kind), enumeration: 'orderKind' },
          { field: 'typeNameZh', label: t(($) => $.type), render: typeOf },
          'enabled',
          'itemCount',
          {
            field: 'items',
            render: ({ items }) => (
              <ol className="ew-check-items">
                {items.slice(0, 4).map(({ textZh, textEn }, index) => (
                  // Two questions may have the same text.
                  // oxlint-disable-next-line react/no-array-index-key
                  <li key={index}>{currentLanguage() === 'zh' ? textZh : textEn}</li>
                ))}
                {items.length > 4 && <li>{t(($) => $.more, { count: items.length - 4 })}</li>}
              </ol>
            ),
          },
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), setEnabled(row), remove(row)]}
      />
      {dialog}
    </>
  )
}
