import { endpoints, limits, type UserInfo } from '@emberwatch/contract'
import { Alert, Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel, sharedTexts } from '../i18n/i18n.ts'
import { FormDialog } from '../kit/form/form-dialog.tsx'
import { strongPassword, usePasswordRules, usePasswordSentence } from '../kit/form/password-rules.ts'
import { useSession } from '../session/session.ts'
import { signOut } from './sign-out.ts'
import { queryClient } from '../api/hooks.ts'
import { keyOf } from '../api/queries.ts'

/**
 * Changes the user's own password (specification section 5). `forced`: at the first sign-in the only other way out is signing
 * out.
 */
export default function ChangePassword({ forced = false, onClose }: { forced?: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const rules = usePasswordRules()
  const sentence = usePasswordSentence(rules, true)
  const settled = () => {
    useSession.setState({ mustChangePassword: false })
    queryClient.setQueryData<UserInfo>(keyOf(endpoints.session.info, {}), (old) => old && { ...old, mustChangePassword: false })
  }
  return (
    <FormDialog
      endpoint={endpoints.session.changePassword}
      title={t(($) => $.password.title)}
      width={440}
      saved={t(($) => $.password.saved)}
      onSaved={settled}
      onClose={onClose}
      fields={[
        { name: 'oldPwd', kind: 'password' },
        { name: 'newPwd', kind: 'password', hint: sentence, rules: [strongPassword(rules)] },
        {
          extra: 'repeatPwd',
          label: fieldLabel('repeatPwd'),
          control: <Input.Password autoComplete="new-password" maxLength={limits.passwordMax} />,
          rules: [
            { required: true, whitespace: true, message: sharedTexts().rules.required },
            ({ getFieldValue }) => ({
              validator: (_rule, value: unknown) =>
                String(value ?? '').trim() === String(getFieldValue('newPwd') ?? '').trim()
                  ? Promise.resolve()
                  : Promise.reject(new Error(t(($) => $.password.mismatch))),
            }),
          ],
        },
      ]}
      {...(forced ? { forced: { escape: <Button onClick={() => void signOut()}>{t(($) => $.layout.signOut)}</Button> } } : {})}
    >
      {forced && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.password.forced)} />}
    </FormDialog>
  )
}
