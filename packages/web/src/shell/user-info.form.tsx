import { endpoints, errorCatalogue } from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel, sharedTexts } from '../i18n/i18n.ts'
import { Facts } from '../kit/detail/facts.tsx'
import { FormDialog } from '../kit/form/form-dialog.tsx'
import { withoutNulls } from '../kit/form/without-nulls.ts'
import { useMe } from '../session/me.tsx'
import { AvatarField } from './avatar-field.tsx'
import '../kit/detail/detail.css'

/**
 * Users may change their own name, phone, mail, avatar and the language of messages. Account, roles and last sign-in are shown (specification section 2). The
 * password is asked for when the server wants it.
 */
export default function UserInfoForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useMe()
  const { name, phone, email, avatar, language } = user
  const [asked, setAsked] = useState(false)
  return (
    <FormDialog
      endpoint={endpoints.session.updateInfo}
      title={t(($) => $.userInfo.title)}
      saved={t(($) => $.userInfo.saved)}
      initial={{ name, ...withoutNulls({ phone, email, avatar, language }) }}
      fields={[
        { name: 'avatar', control: <AvatarField name={name} /> },
        { name: 'name', label: fieldLabel('personName') },
        'phone',
        'email',
        {
          name: 'language',
          label: t(($) => $.userInfo.language),
          hint: t(($) => $.userInfo.languageHint),
        },
        {
          name: 'password',
          kind: 'password',
          hint: t(($) => $.userInfo.passwordHint),
          rules: [{ required: true, message: sharedTexts().rules.required }],
          when: () => asked,
        },
      ]}
      onRefused={({ code }) => {
        if (code === errorCatalogue.proofNeeded.code) setAsked(true)
      }}
      onClose={onClose}
    >
      <Facts
        endpoint={endpoints.session.info}
        row={user}
        facts={['account', 'roleNames', 'accountType', 'companyName', 'lastLoginTime']}
      />
    </FormDialog>
  )
}
