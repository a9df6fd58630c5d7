import { endpoints, type EnumValue } from '@emberwatch/contract'
import { Form } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { RemoteSelect } from '../../kit/remote-select.tsx'

interface RolesFieldProps {
  type: EnumValue<'accountType'>
  /** The account's company; left out, it is the one chosen in the same form. */
  companyId?: number
  id?: string
  value?: number[]
  onChange?: (roleIds: number[]) => void
}

/** The roles that an account of a company may hold. Chosen ones are dropped when another company is chosen: they were of the former. */
export const RolesField = ({ type, companyId: fixed, id, value, onChange }: RolesFieldProps) => {
  const chosen = Form.useWatch<number | undefined>('companyId')
  const companyId = fixed ?? chosen
  const before = useRef(companyId)
  const drop = useEffectEvent(() => value?.length && onChange?.([]))
  useEffect(() => {
    if (before.current !== companyId) drop()
    before.current = companyId
  }, [companyId])
  return (
    <RemoteSelect
      multiple
      {...(id === undefined ? {} : { id })}
      endpoint={endpoints.role.select}
      input={{ type, companyId }}
      disabled={companyId === undefined}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  )
}
