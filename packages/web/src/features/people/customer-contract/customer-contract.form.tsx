import { endpoints, type CustomerContractRow } from '@emberwatch/contract'
import { Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { FilesField } from './contract-files.tsx'

const contract = endpoints.customerContract

/** The customer, if that is fixed. */
export interface ContractCustomer {
  readonly id: number
  readonly name: string
}

const useFields = (known: CustomerContractRow['files']) => {
  const { t } = useTranslation('customer-contract')
  return [
    { name: 'contractNo', hint: t(($) => $.form.no) },
    'kind',
    'startsOn',
    {
      name: 'endsOn',
      rules: [
        ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
          validator: (_rule: unknown, value: unknown) => {
            const from = getFieldValue('startsOn')
            // Days are written so that their text order is their order in time.
            const isWrong = typeof value === 'string' && typeof from === 'string' && value < from
            return isWrong ? Promise.reject(new Error(t(($) => $.form.notBefore))) : Promise.resolve()
          },
        }),
      ],
    },
    { name: 'amount', control: <InputNumber className="ew-full" precision={2} /> },
    'currency',
    { name: 'files', control: <FilesField known={known} /> },
    { name: 'remark', hint: t(($) => $.form.remark) },
  ] as const
}

interface CustomerContractFormProps {
  row: CustomerContractRow | undefined
  customer: ContractCustomer | undefined
  onClose: () => void
}

/** Creates or edits a contract with a customer. */
export default function CustomerContractForm({ row, customer, onClose }: CustomerContractFormProps) {
  const { t } = useTranslation('customer-contract')
  const fields = useFields(row?.files ?? [])
  const shownCustomer = (name: string) =>
    ({ extra: 'customer', label: fieldLabel('customerId'), control: <Input readOnly placeholder={name} /> }) as const
  if (row) {
    const { id, version, contractNo, kind, startsOn, endsOn, amount, currency, files, remark, customerName } = row
    return (
      <FormDialog
        drawer
        endpoint={contract.update}
        title={t(($) => $.edit)}
        initial={withoutNulls({
          contractNo,
          kind,
          startsOn,
          endsOn,
          amount,
          currency,
          files: files.map((file) => file.id),
          remark,
        })}
        hidden={{ id, version }}
        fields={[shownCustomer(customerName), ...fields]}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      drawer
      endpoint={contract.create}
      title={t(($) => $.create)}
      initial={{ kind: 'monitoring', currency: 'CNY' }}
      hidden={customer ? { customerId: customer.id } : {}}
      fields={[
        customer ? shownCustomer(customer.name) : { name: 'customerId' as const, source: endpoints.customer.select },
        ...fields,
      ]}
      onClose={onClose}
    />
  )
}
