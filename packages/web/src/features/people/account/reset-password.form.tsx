import type { AccountRow, OutputOf } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { strongPassword, usePasswordRules, usePasswordSentence } from '../../../kit/form/password-rules.ts'
import type { AccountKind } from './account-kind.ts'

interface ResetPasswordProps {
  kind: AccountKind
  row: Pick<AccountRow, 'id' | 'account'> & Partial<Pick<AccountRow, 'version'>>
  onReset: (name: string, answer: OutputOf<AccountKind['calls']['changePwd']>) => void
  onClose: () => void
}

/**
 * Resets another account's password (readings.md): at most 16 characters and as strong as the settings require; if empty, the
 * default or a one-time password is used.
 */
export default function ResetPassword({ kind, row, onReset, onClose }: ResetPasswordProps) {
  const { t } = useTranslation('account')
  const rules = usePasswordRules()
  const sentence = usePasswordSentence(rules)
  return (
    <FormDialog
      width={440}
      endpoint={kind.calls.changePwd}
      title={t(($) => $.form.resetTitle, { name: row.account })}
      ok={t(($) => $.resetPassword)}
      saved={t(($) => $.form.reset)}
      hidden={{ id: row.id, ...(row.version === undefined ? {} : { version: row.version }) }}
      fields={[
        {
          name: 'password',
          kind: 'password',
          hint: t(($) => $.form.passwordHint, { rules: sentence ?? '…' }),
          rules: [strongPassword(rules)],
        },
      ]}
      onSaved={(answer, { password }) => {
        if (password === undefined) onReset(row.account, answer)
      }}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.form.resetHint)} />
    </FormDialog>
  )
}
