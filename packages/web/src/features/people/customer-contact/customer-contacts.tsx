import { endpoints, type CustomerContactRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Phone, UnmaskButton, useUnmask } from '../../../kit/masked.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const CustomerContactForm = lazy(() => import('./customer-contact.form.tsx'))

const contact = endpoints.customerContact

/** Phone and email, masked until a user with permission requests them; that is audited. */
const Reach = ({ row }: { row: CustomerContactRow }) => {
  const run = useRunWrite()
  const { isShown, inFull, show } = useUnmask((id) => run(contact.unmask, { id }))
  const { phone, email } = inFull(row)
  const isFull = isShown(row)
  return (
    <TwoLines small={isFull && email ? <a href={`mailto:${email}`}>{email}</a> : email}>
      <Phone number={phone} />
      {!isFull && <UnmaskButton op="customerContact:unmask" name={row.name} onShow={() => show(row)} />}
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
