import { endpoints, type AppVersionRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../i18n/i18n.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'

type Withdrawn = Pick<AppVersionRow, 'id' | 'versionNumber' | 'activeInstalls'>

/** Takes a published version back, with the reason. */
export default function WithdrawVersion({ row, onClose }: { row: Withdrawn; onClose: () => void }) {
  const { t } = useTranslation('app-version')
  const { id, versionNumber: number, activeInstalls: count } = row
  return (
    <FormDialog
      endpoint={endpoints.appVersion.withdraw}
      title={t(($) => $.withdrawOf, { number })}
      hidden={{ id }}
      ok={t(($) => $.withdraw)}
      saved={t(($) => $.withdrawn)}
      danger
      fields={[
        {
          name: 'reason',
          kind: 'textarea',
          rules: [{ required: true, whitespace: true, message: sharedTexts().errors.reasonRequired }],
        },
      ]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.withdrawHint, { count })} />
    </FormDialog>
  )
}
