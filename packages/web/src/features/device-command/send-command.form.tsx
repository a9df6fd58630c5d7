import { endpoints, type AvailableCommand, type GivenParameter } from '@emberwatch/contract'
import { Alert, Form, Select, type FormRule } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { sharedTexts } from '../../i18n/i18n.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { RemoteSelect } from '../../kit/remote-select.tsx'
import { toast } from '../../toast.ts'
import { areParamsFit, ParamsField } from './params-field.tsx'

const { available, send } = endpoints.sentCommand

export type CommandPlace = { deviceId: number } | { gatewayId: number }

interface SendCommandProps {
  /** Where to; left out, a device is chosen in the form. */
  place?: CommandPlace | undefined
  /** What the device or gateway is called, if the page does not say so itself. */
  target?: string
  onClose: () => void
}

interface ChosenParamsProps {
  commands: readonly AvailableCommand[]
  value?: readonly GivenParameter[]
  onChange?: (value: GivenParameter[]) => void
}

/** The parameters of the command that is chosen in the form. */
const ChosenParams = ({ commands, ...field }: ChosenParamsProps) => {
  const chosen = Form.useWatch<number | undefined>('commandId')
  const parameters = commands.find(({ id }) => id === chosen)?.parameters ?? []
  return <ParamsField key={chosen} parameters={parameters} {...field} />
}

interface CommandChoiceProps {
  id?: string
  placeholder: string
  options: { value: number; label: string; disabled: boolean }[]
  disabled: boolean
  value?: number
  onChange?: (value: number) => void
}

/** The commands of the chosen device. One of the device that was chosen before is not shown as chosen. */
const CommandChoice = ({ value, options, ...field }: CommandChoiceProps) => (
  <Select<number>
    {...field}
    options={options}
    value={value !== undefined && options.some((option) => option.value === value) ? value : null}
  />
)

/** Sends one command to a device, or to a gateway itself. */
export default function SendCommand({ place, target = '', onClose }: SendCommandProps) {
  const { t } = useTranslation('device-command')
  const [chosen, setChosen] = useState<number>()
  const to = place ?? (chosen === undefined ? undefined : { deviceId: chosen })
  const offer = useCall(available, to ?? {}, { enabled: to !== undefined }).data
  if (place && !offer) return null
  const { off, commands } = offer ?? { off: null, commands: [] }
  const words = t(($) => $.send, { returnObjects: true })
  const commandOf = (values: Readonly<Record<string, unknown>>) => commands.find(({ id }) => id === values['commandId'])
  const fits: FormRule = ({ getFieldsValue }) => ({
    validator: (_rule, given: GivenParameter[] | undefined) => {
      const command = commandOf(getFieldsValue(true) as Record<string, unknown>)
      return command && !areParamsFit(command.parameters, given)
        ? Promise.reject(new Error(sharedTexts().rules.required))
        : Promise.resolve()
    },
  })
  const offered: FormRule = ({ getFieldsValue }) => ({
    validator: () =>
      commandOf(getFieldsValue(true) as Record<string, unknown>)
        ? Promise.resolve()
        : Promise.reject(new Error(sharedTexts().rules.required)),
  })
  const options = commands.map(({ id, name, off: reason }) => ({
    value: id,
    label: reason === null ? name : `${name} (${reason})`,
    disabled: reason !== null,
  }))
  return (
    <FormDialog
      endpoint={send}
      title={target === '' ? words.action : t(($) => $.send.title, { target })}
      ok={words.action}
      saved={null}
      hidden={place ?? {}}
      onSaved={(_row, input) => toast.success(commandOf(input)?.dangerous ? words.waits : words.done)}
      onClose={onClose}
      fields={[
        ...(place
          ? []
          : [
              {
                name: 'deviceId' as const,
                control: <RemoteSelect endpoint={endpoints.device.select} onChange={setChosen} />,
                rules: [{ required: true, message: sharedTexts().rules.required }],
              },
            ]),
        {
          name: 'commandId',
          control: <CommandChoice placeholder={words.choose} options={options} disabled={to === undefined} />,
          rules: [offered],
        },
        {
          name: 'params',
          when: (values) => (commandOf(values)?.parameters.length ?? 0) > 0,
          control: <ChosenParams commands={commands} />,
          rules: [fits],
        },
        {
          name: 'note',
          when: (values) => commandOf(values)?.dangerous ?? false,
          hint: words.noteHint,
          rules: [{ required: true, whitespace: true, message: sharedTexts().errors.reasonRequired }],
        },
      ]}
    >
      {off !== null && <Alert className="ew-form-alert" type="error" showIcon title={off} />}
      {offer && commands.length === 0 && <Alert className="ew-form-alert" type="info" showIcon title={words.none} />}
      <Form.Item noStyle shouldUpdate>
        {({ getFieldsValue }) => {
          const command = commandOf(getFieldsValue(true) as Record<string, unknown>)
          return (
            <>
              {command?.remark && <p className="ew-muted">{command.remark}</p>}
              {command?.dangerous && <Alert className="ew-form-alert" type="warning" showIcon title={words.dangerous} />}
            </>
          )
        }}
      </Form.Item>
    </FormDialog>
  )
}
