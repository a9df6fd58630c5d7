import { isMasked } from '../../../kit/masked.tsx'
import { endpoints, enums, homeCountry, type OutputOf, type RowOf } from '@emberwatch/contract'
import { Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useZoneField } from '../../../kit/form/zone-field.tsx'
import { useCan, useMe } from '../../../session/me.tsx'

type CustomerRow = RowOf<typeof endpoints.customer>

const customer = endpoints.customer
type Detail = OutputOf<typeof customer.detail>

/** The fields after the identity. */
const useFurtherFields = (detail?: Detail) => {
  const { t } = useTranslation('customer')
  const contracts = detail?.contracts ?? 0
  // Imported and older rows have no country.
  const country = detail?.country ?? (detail?.province ? homeCountry : null)
  const { zone, field } = useZoneField({ ...detail, country })
  const isPlaced = Boolean(country ?? detail?.address)
  const isAgreed = Boolean(
    detail && (detail.contractEnd ?? detail.privacyConsentAt ?? detail.privacyVersion ?? detail.notifyMethods[0]),
  )
  const methods = enums.notifyMethod.map((value) => ({ value, label: enumLabel('notifyMethod', value) }))
  const rest = [
    { ...field, section: 'place', folds: !isPlaced },
    'address',
    {
      name: 'contractEnd',
      section: 'privacy',
      folds: !isAgreed,
      readOnly: contracts > 0,
      hint: contracts > 0 ? t(($) => $.form.contractsHint, { count: contracts }) : t(($) => $.form.contractHint),
    },
    {
      name: 'notifyMethods',
      hint: t(($) => $.form.methodsHint),
      control: <Select mode="multiple" options={methods} />,
      half: true,
    },
    { name: 'privacyConsentAt', hint: t(($) => $.form.privacyHint) },
    'privacyVersion',
  ] as const
  return { zone, rest }
}

const CreateCustomer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('customer')
  const { user } = useMe()
  const { zone, rest } = useFurtherFields()
  return (
    <FormDialog
      drawer
      endpoint={customer.create}
      title={t(($) => $.create)}
      initial={{ type: 'enterprise' }}
      hidden={zone}
      fields={[
        'name',
        'type',
        ...(hasCompaniesBelow(user.accountType)
          ? [{ name: 'companyId' as const, hint: t(($) => $.form.companyHint), control: <CompanySelect />, half: true as const }]
          : []),
        { name: 'contacter', section: 'contact' },
        'phone',
        'email',
        { name: 'identityNo', hint: t(($) => $.form.identityHint) },
        ...rest,
      ]}
      onClose={onClose}
    />
  )
}

interface EditCustomerProps {
  detail: Detail
  mayUnmask: boolean
  onClose: () => void
}

const EditCustomer = ({ detail, mayUnmask, onClose }: EditCustomerProps) => {
  const { t } = useTranslation('customer')
  const { zone, rest } = useFurtherFields(detail)
  const { id, version, type, address, contractEnd, notifyMethods, privacyConsentAt, privacyVersion } = detail
  /** Values that stay masked because of a missing permission are kept if the field is left empty (contract: customerUpdateInput). */
  const personal = <N extends 'name' | 'contacter' | 'phone' | 'email' | 'identityNo'>(name: N, required: boolean) => ({
    name,
    ...(isMasked(detail[name])
      ? { control: <Input placeholder={detail[name] ?? ''} />, half: true as const, hint: t(($) => $.masked) }
      : required
        ? { rules: [{ required: true, whitespace: true, message: sharedTexts().rules.required }] }
        : {}),
  })
  const shown = (text: string | null) => (isMasked(text) ? null : text)
  return (
    <FormDialog
      drawer
      endpoint={customer.update}
      title={t(($) => $.edit)}
      initial={withoutNulls({
        name: shown(detail.name),
        type,
        contacter: shown(detail.contacter),
        phone: shown(detail.phone),
        email: shown(detail.email),
        identityNo: shown(detail.identityNo),
        address,
        contractEnd,
        notifyMethods,
        privacyConsentAt,
        privacyVersion,
      })}
      hidden={{ id, version, ...zone }}
      fields={[
        personal('name', true),
        // With another type, lists would show the name.
        mayUnmask || type !== 'person' ? 'type' : { name: 'type', readOnly: true, hint: t(($) => $.form.personStays) },
        // What is known cannot be taken away again, only replaced.
        personal('contacter', detail.contacter !== ''),
        personal('phone', detail.phone !== null),
        personal('email', false),
        personal('identityNo', false),
        ...rest,
      ]}
      onClose={onClose}
    />
  )
}

/** Creates a customer, or edits one as it was when the form opened: in full for users who may see it, which is audited. */
export default function CustomerForm({ row, onClose }: { row: CustomerRow | undefined; onClose: () => void }) {
  const can = useCan()
  const mayUnmask = can('customer:unmask')
  const id = row?.id
  const [detail, setDetail] = useState<Detail>()
  useEffect(() => {
    if (id === undefined) return
    let current = true
    const open = async () => {
      const read = await call(customer.detail, { id })
      const hidden = isMasked(read.name, read.contacter, read.phone, read.email, read.identityNo)
      const full = hidden && mayUnmask ? { ...read, ...(await call(customer.unmask, { id })) } : read
      if (current) setDetail(full)
    }
    open().catch(() => current && onClose())
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form keeps what it opened with
  }, [id])
  if (id === undefined) return <CreateCustomer onClose={onClose} />
  return detail ? <EditCustomer detail={detail} mayUnmask={mayUnmask} onClose={onClose} /> : null
}
