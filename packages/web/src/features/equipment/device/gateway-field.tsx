import { endpoints } from '@emberwatch/contract'
import { Form } from 'antd'
import { RemoteSelect } from '../../../kit/remote-select.tsx'

interface GatewayFieldProps {
  id?: string
  value?: number | undefined
  onChange?: (value: number | undefined) => void
}

/** A gateway of the project in the form's field `projectId`; without a project, any gateway. */
export const GatewayField = ({ id, value, onChange }: GatewayFieldProps) => {
  const projectId: unknown = Form.useWatch('projectId')
  return (
    <RemoteSelect
      {...(id === undefined ? {} : { id })}
      endpoint={endpoints.gateway.select}
      input={typeof projectId === 'number' ? { projectId } : {}}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  )
}
