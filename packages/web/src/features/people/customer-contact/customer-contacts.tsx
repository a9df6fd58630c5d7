import { EyeOutlined } from '@ant-design/icons'
import { endpoints, type CustomerContactRow, type OutputOf } from '@emberwatch/contract'
import { Button } from 'antd'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor, useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const CustomerContactForm = lazy(() => import('./customer-contact.form.tsx'))

const contact = endpoints.customerContact

/** Phone and email, masked until a user with permission requests them; that is audited. */
const Reach = ({ row }: { row: CustomerContactRow }) => {
  const { t } = useTranslation('customer-contact')
  const run = useRunWrite()
  const mayUnmask = useCan()('customerContact:unmask')
  const [seen, setSeen] = useState<{ version: number; full: OutputOf<typeof contact.unmask> }>()
  const [busy, setBusy] = useState(false)
  // Another version of the row may have another number.
  const full = seen?.version === row.version ? seen.full : undefined
  const show = async () => {
    setBusy(true)
    try {
      setSeen({ version: row.version, full: await run(contact.unmask, { id: row.id }) })
    } catch {
      // The call has shown its failure.
    } finally {
      setBusy(false)
    }
  }
  const { phone, email } = full ?? row
  return (
    <TwoLines small={full && email ? <a href={`mailto:${email}`}>{email}</a> : email}>
      {full ? <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a> : phone}
      {mayUnmask && !full && (
        <Button
          type="text"
          size="small"
          loading={busy}
          icon={<EyeOutlined aria-hidden />}
          aria-label={t(($) => $.unmaskOf, { name: row.name })}
          title={t(($) => $.unmask)}
          onClick={() => void show()}
        />
      )}
    </TwoLines>
  )
}

/** The contacts of a customer, in the order in which to contact them. */
export const CustomerContacts = ({ customerId }: { customerId: number }) => {
  const { t } = useTranslation('customer-contact')
  const run = useRunWrite()
  const last = useCall(contact.page, { customerId, pageSize: 1 }).data?.total ?? 0
  const { toolbar, edit, remove, dialog } = useRowActions<CustomerContactRow>({
    calls: contact,
    renderForm: (open) => <CustomerContactForm {...open} customerId={customerId} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.create), remove: t(($) => $.deleteHint) },
  })
  const move =
    ({ id, name }: CustomerContactRow, seq: number) =>
    async () => {
      await run(contact.move, { id, seq })
      toast.success(t(($) => $.moved, { name, seq }))
    }
  const moves = (row: CustomerContactRow): Action[] => [
    {
      key: 'up',
      label: t(($) => $.up),
      ...operationsFor(contact.move),
      off: row.seq === 1 ? t(($) => $.first) : undefined,
      onClick: move(row, row.seq - 1),
    },
    {
      key: 'down',
      label: t(($) => $.down),
      ...operationsFor(contact.move),
      off: row.seq >= last ? t(($) => $.last) : undefined,
      onClick: move(row, row.seq + 1),
    },
  ]
  return (
    <>
      <ListPage
        embedded
        orderedByHand
        title={t(($) => $.title)}
        endpoint={contact.page}
        fixed={{ customerId }}
        columns={[
          { field: 'seq', label: t(($) => $.columns.seq), width: 80 },
          {
            field: 'name',
            label: fieldLabel('personName'),
            width: 160,
            render: ({ name, role }) => <TwoLines small={enumLabel('contactRole', role)}>{name}</TwoLines>,
          },
          { field: 'phone', label: t(($) => $.columns.contact), render: (row) => <Reach key={row.version} row={row} /> },
          'remark',
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), ...moves(row), remove(row)]}
      />
      {dialog}
    </>
  )
}
