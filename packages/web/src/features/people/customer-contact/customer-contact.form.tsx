import { endpoints, type CustomerContactRow, type OutputOf } from '@emberwatch/contract'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useCan } from '../../../session/me.tsx'

const contact = endpoints.customerContact
type Personal = OutputOf<typeof contact.unmask>

const useFields = () => {
  const { t } = useTranslation('customer-contact')
  return {
    who: [{ name: 'name', label: fieldLabel('personName') }, 'role'] as const,
    more: [{ name: 'remark', hint: t(($) => $.form.remark) }] as const,
  }
}

interface EditContactProps {
  row: CustomerContactRow
  /** Undefined for users who may not see phone and email in full: if left empty, they stay. */
  shown: Personal | undefined
  onClose: () => void
}

const EditContact = ({ row, shown, onClose }: EditContactProps) => {
  const { t } = useTranslation('customer-contact')
  const { who, more } = useFields()
  const { id, version, name, role, remark } = row
  const personal = <N extends 'phone' | 'email'>(field: N) =>
    shown ? field : { name: field, control: <Input placeholder={row[field] ?? ''} />, hint: t(($) => $.masked) }
  const noEmail =
    row.email === null || shown !== undefined ? [] : ([{ name: 'noEmail' as const, label: t(($) => $.noEmail) }] as const)
  return (
    <FormDialog
      endpoint={contact.update}
      title={t(($) => $.edit)}
      initial={withoutNulls({ name, role, remark, ...shown })}
      // For a user who sees the address, emptying the field removes it.
      hidden={{ id, version, ...(shown ? { noEmail: true } : {}) }}
      fields={[...who, personal('phone'), personal('email'), ...noEmail, ...more]}
      onClose={onClose}
    />
  )
}

interface CustomerContactFormProps {
  row: CustomerContactRow | undefined
  customerId: number
  onClose: () => void
}

/** Adds or edits a contact of a customer: in full for users who may see it, which is audited. */
export default function CustomerContactForm({ row, customerId, onClose }: CustomerContactFormProps) {
  const { t } = useTranslation('customer-contact')
  const mayUnmask = useCan()('customerContact:unmask')
  const { who, more } = useFields()
  const [shown, setShown] = useState<Personal>()
  const id = row?.id
  useEffect(() => {
    if (id === undefined || !mayUnmask) return undefined
    let current = true
    call(contact.unmask, { id }).then(
      (full) => current && setShown(full),
      () => current && onClose(),
    )
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form keeps what it opened with
  }, [id])
  if (row) {
    if (mayUnmask && !shown) return null
    return <EditContact row={row} shown={shown} onClose={onClose} />
  }
  return (
    <FormDialog
      endpoint={contact.create}
      title={t(($) => $.create)}
      initial={{ role: 'manager' }}
      hidden={{ customerId }}
      fields={[...who, 'phone', 'email', ...more]}
      onClose={onClose}
    />
  )
}
