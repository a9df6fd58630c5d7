import { endpoints, type AccountRow, type OutputOf } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { accountReads } from './customer-reads.ts'

const { customerAccount } = endpoints

interface ResetPasswordProps {
  row: AccountRow
  onReset: (name: string, answer: OutputOf<typeof customerAccount.changePwd>) => void
  onClose: () => void
}

/** Sets the password of a customer's account (readings.md): 6 to 16 characters, or empty for the default or a one-time password. */
export default function ResetPassword({ row, onReset, onClose }: ResetPasswordProps) {
  const { t } = useTranslation('account')
  return (
    <FormDialog
      width={440}
      endpoint={customerAccount.changePwd}
      title={t(($) => $.form.resetTitle, { name: row.account })}
      ok={t(($) => $.resetPassword)}
      saved={t(($) => $.form.reset)}
      hidden={{ id: row.id }}
      invalidates={accountReads}
      fields={[{ name: 'password', kind: 'password', hint: t(($) => $.form.passwordHint) }]}
      onSaved={(answer, { password }) => {
        if (password === undefined) onReset(row.account, answer)
      }}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.form.resetHint)} />
    </FormDialog>
  )
}
