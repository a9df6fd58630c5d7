import type { AccountRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import type { AccountKind } from './account-kind.ts'
import { RolesField } from './roles-field.tsx'

interface EnableAccountProps {
  kind: AccountKind
  row: AccountRow
  onClose: () => void
}

/** Enables an account that registered, with its first roles. */
export default function EnableAccount({ kind, row, onClose }: EnableAccountProps) {
  const { t } = useTranslation('account')
  const kit = useTranslation('kit').t
  return (
    <FormDialog
      endpoint={kind.calls.setEnabled}
      title={t(($) => $.enableAs, { name: row.account })}
      ok={kit(($) => $.rows.enable)}
      saved={kit(($) => $.rows.enabled, { name: row.account })}
      width={480}
      hidden={{ id: row.id, enabled: true }}
      fields={[
        {
          name: 'roleIds',
          rules: [{ required: true, message: sharedTexts().rules.required }],
          control: <RolesField type={row.type} companyId={row.companyId} />,
        },
      ]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.enableHint)} />
    </FormDialog>
  )
}
