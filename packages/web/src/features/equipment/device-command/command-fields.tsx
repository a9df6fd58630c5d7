import type { AvailableCommand, GivenParameter } from '@emberwatch/contract'
import { Alert, Form, Select, type FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { areParamsFit, ParamsField } from './params-field.tsx'

interface ChosenParamsProps {
  commands: readonly AvailableCommand[]
  value?: readonly GivenParameter[]
  onChange?: (value: GivenParameter[]) => void
}

/** The parameters of the command chosen in the form. */
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

/** The commands of the chosen device. A command of the previous device is not kept as the choice. */
const CommandChoice = ({ value, options, ...field }: CommandChoiceProps) => (
  <Select<number>
    {...field}
    options={options}
    value={value !== undefined && options.some((option) => option.value === value) ? value : null}
  />
)

type Values = Readonly<Record<string, unknown>>

/** The command, its parameters and the reason, for one device or several. `commands` undefined: not known yet. */
export const useCommandFields = (commands: readonly AvailableCommand[] | undefined) => {
  const { t } = useTranslation('device-command')
  const words = t(($) => $.send, { returnObjects: true })
  const commandOf = (values: Values) => commands?.find(({ id }) => id === values['commandId'])
  const isDangerous = (values: Values): boolean => commandOf(values)?.dangerous ?? false
  const fits: FormRule = ({ getFieldsValue }) => ({
    validator: (_rule, given: GivenParameter[] | undefined) => {
      const command = commandOf(getFieldsValue(true) as Values)
      return command && !areParamsFit(command.parameters, given)
        ? Promise.reject(new Error(sharedTexts().rules.required))
        : Promise.resolve()
    },
  })
  const offered: FormRule = ({ getFieldsValue }) => ({
    validator: () =>
      commandOf(getFieldsValue(true) as Values) ? Promise.resolve() : Promise.reject(new Error(sharedTexts().rules.required)),
  })
  const options = (commands ?? []).map(({ id, name, off: reason }) => ({
    value: id,
    label: reason === null ? name : `${name} (${reason})`,
    disabled: reason !== null,
  }))
  const fields = [
    {
      name: 'commandId' as const,
      control: <CommandChoice placeholder={words.choose} options={options} disabled={commands === undefined} />,
      rules: [offered],
    },
    {
      name: 'params' as const,
      when: (values: Values) => (commandOf(values)?.parameters.length ?? 0) > 0,
      control: <ChosenParams commands={commands ?? []} />,
      rules: [fits],
    },
    {
      name: 'note' as const,
      when: isDangerous,
      hint: words.noteHint,
      rules: [{ required: true, whitespace: true, message: sharedTexts().errors.reasonRequired }],
    },
  ]
  /** Above the fields: a notice if there are no commands, and facts about the chosen one. */
  const about = (
    <>
      {commands?.length === 0 && <Alert className="ew-form-alert" type="info" showIcon title={words.none} />}
      <Form.Item noStyle shouldUpdate>
        {({ getFieldsValue }) => {
          const command = commandOf(getFieldsValue(true) as Values)
          return (
            <>
              {command?.remark && <p className="ew-muted">{command.remark}</p>}
              {command?.dangerous && <Alert className="ew-form-alert" type="warning" showIcon title={words.dangerous} />}
            </>
          )
        }}
      </Form.Item>
    </>
  )
  return { fields, about, isDangerous }
}
