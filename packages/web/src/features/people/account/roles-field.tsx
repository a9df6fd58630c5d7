import { endpoints, type EnumValue } from '@emberwatch/contract'
import { Form } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { RemoteSelect } from '../../../kit/remote-select.tsx'

interface RolesFieldProps {
  type: EnumValue<'accountType'>
  /** The account's company. Default: the one chosen in the same form, or that of the customer chosen there. */
  companyId?: number
  id?: string
  value?: number[]
  onChange?: (roleIds: number[]) => void
}

/** The roles available to an account of a company. Chosen roles are dropped when another company or customer is chosen. */
export const RolesField = ({ type, companyId: fixed, id, value, onChange }: RolesFieldProps) => {
  const company = Form.useWatch<number | undefined>('companyId')
  const customerId = Form.useWatch<number | undefined>('customerId')
  const companyId = fixed ?? company
  const owner = companyId ?? customerId
  const before = useRef(owner)
  const drop = useEffectEvent(() => value?.length && onChange?.([]))
  useEffect(() => {
    if (before.current !== owner) drop()
    before.current = owner
  }, [owner])
  return (
    <RemoteSelect
      multiple
      {...(id === undefined ? {} : { id })}
      endpoint={endpoints.role.select}
      input={companyId === undefined ? { type, customerId } : { type, companyId }}
      disabled={owner === undefined}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  )
}
