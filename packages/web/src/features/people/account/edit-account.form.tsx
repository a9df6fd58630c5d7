import { endpoints, type AccountRow, type OutputOf } from '@emberwatch/contract'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { Facts } from '../../../kit/detail/facts.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useCan } from '../../../session/me.tsx'
import { isHidden, type AccountKind } from './account-kind.ts'
import { RolesField } from './roles-field.tsx'
import '../../../kit/detail/detail.css'

const account = endpoints.account
type Detail = OutputOf<typeof account.detail>

interface EditAccountProps {
  kind: AccountKind
  onClose: () => void
}

const hidden = (text: string | null): text is string => text?.includes('*') ?? false
const shown = (text: string | null): string | null => (hidden(text) ? null : text)

const EditForm = ({ kind, detail, onClose }: EditAccountProps & { detail: Detail }) => {
  const { t } = useTranslation('account')
  const { id, version, name, phone, email, roleIds, certificateNo, certificateExpires, validUntil } = detail
  /** Masked values stay as they are if the field is left empty; name and phone cannot be emptied (contract: accountUpdateInput). */
  const personal = (field: 'name' | 'phone' | 'email', value: string | null) => ({
    name: field,
    ...(field === 'name' ? { label: fieldLabel('personName') } : {}),
    ...(hidden(value)
      ? { control: <Input placeholder={value} />, half: true as const, hint: t(($) => $.form.maskedHint) }
      : field === 'email'
        ? {}
        : { rules: [{ required: true, whitespace: true, message: sharedTexts().rules.required }] }),
  })
  return (
    <FormDialog
      drawer
      endpoint={kind.calls.update}
      title={t(($) => $.edit, { name: detail.account })}
      initial={withoutNulls({
        name: shown(name),
        phone: shown(phone),
        email: shown(email),
        // None, so that nothing is preselected and nothing is sent.
        roleIds: roleIds.length > 0 ? roleIds : null,
        certificateNo,
        certificateExpires,
        validUntil,
      })}
      hidden={{ id, version }}
      fields={[
        personal('name', name),
        {
          name: 'roleIds',
          hint: t(($) => $.form.rolesHint),
          control: <RolesField type={detail.type} companyId={detail.companyId} />,
        },
        { ...personal('phone', phone), section: 'contact' },
        personal('email', email),
        { name: 'certificateNo', section: 'qualification', hint: t(($) => $.form.certificateHint) },
        'certificateExpires',
        { name: 'validUntil', hint: t(($) => $.form.validHint) },
      ]}
      onClose={onClose}
    >
      <Facts
        endpoint={kind.calls.detail}
        row={detail}
        facts={[...(detail.customerId === null ? [] : (['customerName'] as const)), 'companyName', 'roleNames']}
      />
    </FormDialog>
  )
}

/**
 * Edits an account as it was when the form opened; the server refuses a stale version and says who was faster. Users who may see
 * private data edit it in full, because for them an empty field removes the value (contract: accountUpdateInput).
 */
export default function EditAccount({ kind, row, onClose }: EditAccountProps & { row: AccountRow }) {
  const maySee = useCan()('account:unmask')
  const { id } = row
  const detail = useQuery({
    queryKey: ['account-to-edit', id],
    queryFn: async () => {
      const found = await call(kind.calls.detail, { id })
      return maySee && isHidden(found) ? { ...found, ...(await call(account.unmask, { id })) } : found
    },
    staleTime: Infinity,
    gcTime: 0,
  }).data
  return detail ? <EditForm kind={kind} detail={detail} onClose={onClose} /> : null
}
