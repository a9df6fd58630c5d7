import { useTranslation } from 'react-i18next'
import { Facts } from '../../../kit/detail/facts.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { Expiry } from './company-cells.tsx'
import type { CompanyFormProps } from './company-kind.ts'
import '../../../kit/detail/detail.css'

/** Sets a new expiry date. */
export default function RenewCompany({ kind, row, onClose }: CompanyFormProps) {
  const { t } = useTranslation('company')
  return (
    <FormDialog
      width={440}
      endpoint={kind.calls.renew}
      title={t(($) => $.renew.title, { name: row.name })}
      ok={t(($) => $.renew.ok)}
      saved={t(($) => $.renew.done)}
      hidden={{ id: row.id, version: row.version }}
      fields={[{ name: 'expiresAt', label: t(($) => $.renew.newDate) }]}
      onClose={onClose}
    >
      <Facts endpoint={kind.calls.detail} row={row} facts={[{ field: 'expiresAt', value: <Expiry {...row} /> }]} />
    </FormDialog>
  )
}
