import { endpoints, type RecallHolder } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

/** Records that a company or customer was notified. */
export default function HolderNotifiedForm({
  recallId,
  holder,
  onClose,
}: {
  recallId: number
  holder: RecallHolder
  onClose: () => void
}) {
  const { t } = useTranslation('recall')
  const { companyId, companyName, customerId, customerName } = holder
  return (
    <FormDialog
      endpoint={endpoints.recall.notified}
      title={t(($) => $.notifiedTitle, { name: customerName ?? companyName })}
      fields={[{ name: 'note', label: t(($) => $.how), hint: t(($) => $.howHint) }]}
      hidden={{ id: recallId, companyId, ...(customerId === null ? {} : { customerId }) }}
      onClose={onClose}
    />
  )
}
