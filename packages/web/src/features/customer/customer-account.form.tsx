import { endpoints, type AccountRow, type CustomerRow, type OutputOf } from '@emberwatch/contract'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { fieldLabel, sharedTexts } from '../../i18n/i18n.ts'
import { Facts } from '../../kit/detail/facts.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { given } from '../../kit/form/given.ts'
import { useCan } from '../../session/me.tsx'
import { accountReads } from './customer-reads.ts'
import { isMasked } from './use-unmask.ts'
import '../../kit/detail/detail.css'

const { account, customer: customers, customerAccount, role } = endpoints
type Detail = OutputOf<typeof customerAccount.detail>

interface AccountFormProps {
  row: AccountRow | undefined
  /** Whose account it becomes, when that is settled. */
  customer: Pick<CustomerRow, 'id' | 'name'> | undefined
  onCreated: (name: string, answer: OutputOf<typeof customerAccount.create>) => void
  onClose: () => void
}

const useSharedFields = () => {
  const { t } = useTranslation('account')
  return {
    roleIds: {
      name: 'roleIds',
      source: role.select,
      sourceInput: { type: 'customer' },
      hint: t(($) => $.form.rolesHint),
    },
    validUntil: { name: 'validUntil', hint: t(($) => $.form.validHint) },
  } as const
}

const CreateAccount = ({ customer, onCreated, onClose }: Omit<AccountFormProps, 'row'>) => {
  const { t } = useTranslation('account')
  const { roleIds, validUntil } = useSharedFields()
  return (
    <FormDialog
      drawer
      endpoint={customerAccount.create}
      title={t(($) => $.create)}
      saved={t(($) => $.form.created)}
      {...(customer ? { hidden: { customerId: customer.id } } : {})}
      invalidates={[...accountReads, customers.page]}
      fields={[
        ...(customer
          ? [{ extra: 'customer', label: fieldLabel('customerId'), control: <Input readOnly placeholder={customer.name} /> }]
          : [{ name: 'customerId' as const, source: customers.select }]),
        { name: 'account', hint: t(($) => $.form.accountHint) },
        { name: 'name', label: fieldLabel('personName') },
        roleIds,
        'phone',
        'email',
        validUntil,
      ]}
      onSaved={(answer, input) => onCreated(input.account, answer)}
      onClose={onClose}
    />
  )
}

const EditAccount = ({ detail, onClose }: { detail: Detail; onClose: () => void }) => {
  const { t } = useTranslation('account')
  const { roleIds, validUntil } = useSharedFields()
  const { id, version } = detail
  const shown = (text: string | null) => (isMasked(text) ? null : text)
  /** What is masked for good, because the permission lacks, stays as it is when its field is left empty (contract: accountUpdateInput). */
  const personal = <N extends 'name' | 'phone' | 'email'>(name: N) => ({
    name,
    ...(name === 'name' ? { label: fieldLabel('personName') } : {}),
    ...(isMasked(detail[name])
      ? { control: <Input placeholder={detail[name] ?? ''} />, hint: t(($) => $.form.maskedHint) }
      : name === 'email'
        ? {}
        : { rules: [{ required: true, whitespace: true, message: sharedTexts().rules.required }] }),
  })
  return (
    <FormDialog
      drawer
      endpoint={customerAccount.update}
      title={t(($) => $.edit, { name: detail.account })}
      initial={given({
        name: shown(detail.name),
        phone: shown(detail.phone),
        email: shown(detail.email),
        roleIds: detail.roleIds,
        validUntil: detail.validUntil,
      })}
      hidden={{ id, version }}
      invalidates={accountReads}
      fields={[personal('name'), roleIds, personal('phone'), personal('email'), validUntil]}
      onClose={onClose}
    >
      <Facts endpoint={customerAccount.detail} row={detail} facts={['customerName', 'companyName', 'roleNames']} />
    </FormDialog>
  )
}

/** Makes an account of a customer, or edits one as it was when the form opened: in full for whoever may see it so, which is audited. */
export default function CustomerAccountForm({ row, customer, onCreated, onClose }: AccountFormProps) {
  const can = useCan()
  const mayUnmask = can('account:unmask')
  const id = row?.id
  const [detail, setDetail] = useState<Detail>()
  useEffect(() => {
    if (id === undefined) return
    let current = true
    const open = async () => {
      const read = await call(customerAccount.detail, { id })
      const hidden = isMasked(read.name, read.phone, read.email)
      const full = hidden && mayUnmask ? { ...read, ...(await call(account.unmask, { id })) } : read
      if (current) setDetail(full)
    }
    open().catch(() => current && onClose())
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form keeps what it opened with
  }, [id])
  if (id === undefined) return <CreateAccount customer={customer} onCreated={onCreated} onClose={onClose} />
  return detail ? <EditAccount detail={detail} onClose={onClose} /> : null
}
