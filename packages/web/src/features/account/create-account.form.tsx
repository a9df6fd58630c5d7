import { endpoints, type OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { fieldLabel, sharedTexts } from '../../i18n/i18n.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useMe } from '../../session/me.tsx'
import type { AccountKind } from './account-kind.ts'
import { RolesField } from './roles-field.tsx'

const { account } = endpoints

interface CreateAccountProps {
  kind: AccountKind
  onCreated: (name: string, answer: OutputOf<typeof account.create>) => void
  onClose: () => void
}

/** Makes an account; its one-time password is shown once afterwards. */
export default function CreateAccount({ kind, onCreated, onClose }: CreateAccountProps) {
  const { t } = useTranslation('account')
  const { user } = useMe()
  const { companies } = kind
  const company = companies && {
    name: 'companyId' as const,
    source: companies,
    rules: [{ required: true, message: sharedTexts().rules.required }],
  }
  return (
    <FormDialog
      drawer
      endpoint={account.create}
      title={t(($) => $.create)}
      saved={t(($) => $.form.created)}
      invalidates={kind.reads}
      fields={[
        { name: 'account', hint: t(($) => $.form.accountHint) },
        { name: 'name', label: fieldLabel('personName') },
        ...(company ? [company] : []),
        {
          name: 'roleIds',
          hint: companies ? t(($) => $.form.companyFirst) : t(($) => $.form.rolesHint),
          control: <RolesField type={kind.roleType(user)} {...(companies ? {} : { companyId: user.companyId })} />,
        },
        'phone',
        'email',
        { name: 'certificateNo', hint: t(($) => $.form.certificateHint) },
        'certificateExpires',
        { name: 'validUntil', hint: t(($) => $.form.validHint) },
      ]}
      onSaved={(answer, input) => onCreated(input.account, answer)}
      onClose={onClose}
    />
  )
}
