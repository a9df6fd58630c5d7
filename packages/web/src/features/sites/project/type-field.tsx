import { endpoints } from '@emberwatch/contract'
import { Form } from 'antd'
import { call } from '../../../api/call.ts'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { termsOfType } from './terms-of-type.ts'

const projectType = endpoints.projectType

interface TypeFieldProps {
  id?: string
  value?: number
  onChange?: (value: number | undefined) => void
}

/** Chooses the type of a new project, which fills in years and cycles unless the user has already entered them. */
export const TypeField = ({ id, value, onChange }: TypeFieldProps) => {
  const form = Form.useFormInstance<Record<string, unknown>>()
  const choose = (chosen: number | undefined) => {
    onChange?.(chosen)
    if (chosen === undefined) return
    const fill = async () => {
      const terms = termsOfType(await call(projectType.defaults, { id: chosen }, { quiet: true }))
      for (const [name, term] of Object.entries(terms)) if (!form.isFieldTouched(name)) form.setFieldValue(name, term)
    }
    // If they cannot be read, the form keeps its values.
    fill().catch(() => {})
  }
  return (
    <RemoteSelect
      endpoint={projectType.select}
      value={value}
      onChange={choose}
      onOnly={choose}
      {...(id === undefined ? {} : { id })}
    />
  )
}
