import { endpoints, type InputOf, type OutputOf, commandSenders, type DeviceCommandRow } from '@emberwatch/contract'
import { Alert, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listed, enumLabel } from '../../../i18n/i18n.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { ParametersField } from './parameters-field.tsx'

const decode = endpoints.deviceCommand.decode

interface SampleFieldProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** A sample frame, decoded with the definition in the form. */
const SampleField = ({ id, value = '', onChange }: SampleFieldProps) => {
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

const deviceCommand = endpoints.deviceCommand

interface DefinitionFormProps {
  modelId: number
  row?: DeviceCommandRow | undefined
  onClose: () => void
}

/** Creates or edits a command of a model. */
export default function DefinitionForm({ modelId, row, onClose }: DefinitionFormProps) {
  const { t } = useTranslation('device-command')
  const words = t(($) => $.definition, { returnObjects: true })
  const isHex = (values: Readonly<Record<string, unknown>>) => values['encoding'] === 'hex'
  const senders = commandSenders.map((value) => ({ value, label: enumLabel('accountType', value) }))
  const fields = [
    'name',
    { name: 'code', hint: words.codeHint },
    { name: 'parameters', control: <ParametersField /> },
    'encoding',
    { name: 'frame', hint: words.frameHint, when: isHex },
    { name: 'timeoutS', hint: words.timeoutHint },
    { name: 'retries', hint: words.retriesHint },
    { name: 'dangerous', hint: words.dangerousHint },
    { name: 'senderTypes', hint: words.sendersHint, control: <Select mode="multiple" options={senders} /> },
    { name: 'senderLevel', hint: words.levelHint },
    { name: 'sampleFrame', hint: words.sampleHint, control: <SampleField /> },
    'remark',
  ] as const
  const shared = {
    drawer: true,
    width: 760,
    onClose,
    fields,
  } as const
  if (!row)
    return (
      <FormDialog
        {...shared}
        endpoint={deviceCommand.create}
        title={words.create}
        initial={{ encoding: 'json', timeoutS: 30, retries: 1 }}
        hidden={{ modelId }}
      />
    )
  const { id, version, name, code, remark, parameters, encoding, frame, timeoutS, retries, dangerous } = row
  return (
    <FormDialog
      {...shared}
      endpoint={deviceCommand.update}
      title={words.edit}
      initial={{
        name,
        code,
        remark,
        parameters,
        encoding,
        timeoutS,
        retries,
        dangerous,
        senderTypes: row.senderTypes,
        ...withoutNulls({ frame, senderLevel: row.senderLevel, sampleFrame: row.sampleFrame }),
      }}
      hidden={{ id, version }}
    />
  )
}
