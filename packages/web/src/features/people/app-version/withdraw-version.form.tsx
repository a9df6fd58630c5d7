import { endpoints, type AppVersionRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

type Withdrawn = Pick<AppVersionRow, 'id' | 'versionNumber' | 'activeInstalls'>

/** Withdraws a published version, with the reason. */
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
      fields={[{ name: 'reason', kind: 'textarea' }]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.withdrawHint, { count })} />
    </FormDialog>
  )
}
