import { useTranslation } from 'react-i18next'
import { Facts } from '../../../kit/detail/facts.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import type { CompanyFormProps } from './company-kind.ts'
import '../../../kit/detail/detail.css'

/** Chooses the administrator of a company among its accounts. */
export default function SetAdministrator({ kind, row, onClose }: CompanyFormProps) {
  const { t } = useTranslation('company')
  return (
    <FormDialog
      width={440}
      endpoint={kind.calls.setAdmin}
      title={t(($) => $.setAdmin.title, { name: row.name })}
      ok={t(($) => $.setAdmin.ok)}
      saved={t(($) => $.setAdmin.done)}
      hidden={{ id: row.id, version: row.version }}
      fields={[
        {
          name: 'accountId',
          label: t(($) => $.columns.administrator),
          source: kind.calls.staff,
          sourceInput: { id: row.id },
          hint: t(($) => $.setAdmin.hint),
        },
      ]}
      onClose={onClose}
    >
      <Facts endpoint={kind.calls.detail} row={row} facts={['adminAccount']} />
    </FormDialog>
  )
}
