import { endpoints, type OutputOf, type RowOf } from '@emberwatch/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useMe } from '../../../session/me.tsx'
import type { AccountKind } from './account-kind.ts'
import { RolesField } from './roles-field.tsx'

const customers = endpoints.customer

export type AccountCustomer = Pick<RowOf<typeof endpoints.customer>, 'id' | 'name' | 'companyId'>

export interface AccountCompany {
  readonly id: number
  readonly name: string
}

interface CreateAccountProps {
  kind: AccountKind
  /** The customer that the account is for, if that is fixed. */
  customer: AccountCustomer | undefined
  /** The company that it belongs to, if that is fixed. */
  ofCompany?: AccountCompany | undefined
  onCreated: (name: string, answer: OutputOf<AccountKind['calls']['create']>) => void
  onClose: () => void
}

/** Creates an account; its one-time password is then shown once. */
export default function CreateAccount({ kind, customer, ofCompany, onCreated, onClose }: CreateAccountProps) {
  const { t } = useTranslation('account')
  const { user } = useMe()
  const { companies } = kind
  const company = ofCompany
    ? {
        extra: 'company',
        label: fieldLabel('companyId'),
        control: <Input readOnly placeholder={ofCompany.name} />,
        half: true as const,
      }
    : companies && {
        name: 'companyId' as const,
        source: companies,
        rules: [{ required: true, message: sharedTexts().rules.required }],
      }
  const owner =
    kind.list !== 'customer'
      ? []
      : customer
        ? [
            {
              extra: 'customer',
              label: fieldLabel('customerId'),
              control: <Input readOnly placeholder={customer.name} />,
              half: true as const,
            },
          ]
        : [{ name: 'customerId' as const, source: customers.select }]
  /** The company whose roles are offered; undefined until it has been chosen. */
  const companyId = ofCompany?.id ?? customer?.companyId ?? (companies || kind.list === 'customer' ? undefined : user.companyId)
  return (
    <FormDialog
      drawer
      endpoint={kind.calls.create}
      title={t(($) => $.create)}
      saved={t(($) => $.form.created)}
      {...(ofCompany ? { hidden: { companyId: ofCompany.id } } : customer ? { hidden: { customerId: customer.id } } : {})}
      fields={[
        ...owner,
        { name: 'account', hint: t(($) => $.form.accountHint) },
        { name: 'name', label: fieldLabel('personName') },
        ...(company ? [company] : []),
        {
          name: 'roleIds',
          hint:
            companyId !== undefined
              ? t(($) => $.form.rolesHint)
              : companies
                ? t(($) => $.form.companyFirst)
                : t(($) => $.form.customerFirst),
          control: <RolesField type={kind.roleType(user)} {...(companyId === undefined ? {} : { companyId })} />,
        },
        { name: 'phone', section: 'contact' },
        'email',
        { name: 'certificateNo', section: 'qualification', hint: t(($) => $.form.certificateHint) },
        'certificateExpires',
        { name: 'validUntil', hint: t(($) => $.form.validHint) },
      ]}
      onSaved={(answer, input) => onCreated(input.account, answer)}
      onClose={onClose}
    />
  )
}
