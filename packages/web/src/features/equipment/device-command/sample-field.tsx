import { endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listed } from '../../../i18n/i18n.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

const decode = endpoints.deviceCommand.decode

interface SampleFieldProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** A sample frame, decoded with the definition in the form. */
export const SampleField = ({ id, value = '', onChange }: SampleFieldProps) => {
  const { t } = useTranslation('device-command')
  const form = Form.useFormInstance()
  const [result, setResult] = useState<OutputOf<typeof decode> | string>()
  const test = async () => {
    const { encoding, frame, parameters = [] } = form.getFieldsValue(true) as InputOf<typeof decode>
    const input = { encoding, parameters, sampleFrame: value.trim(), ...(encoding === 'hex' && frame ? { frame } : {}) }
    try {
      setResult(await call(decode, input, { quiet: true }))
    } catch (error) {
      setResult(error instanceof ApiError ? error.message : String(error))
    }
  }
  return (
    <>
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={1_000}
        value={value}
        onChange={({ target }) => {
          onChange?.(target.value)
          setResult(undefined)
        }}
      />
      <p>
        <Button size="small" disabled={value.trim().length < 2} onClick={() => void test()}>
          {t(($) => $.definition.decode)}
        </Button>
      </p>
      <div role="status">
        {typeof result === 'string' && <Alert type="error" showIcon title={result} />}
        {typeof result === 'object' && (
          <Alert
            type="success"
            showIcon
            title={listed(result.values.map((each) => `${each.name} = ${each.value}`)) || t(($) => $.definition.noValues)}
            description={t(($) => $.definition.wire, { message: result.message })}
          />
        )}
      </div>
    </>
  )
}
