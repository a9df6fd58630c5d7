import { commandSenders, endpoints, type DeviceCommandRow } from '@emberwatch/contract'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/without-nulls.ts'
import { ParametersField } from './parameters-field.tsx'
import { SampleField } from './sample-field.tsx'

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
