import { readParameter, readParameters, type CommandParameter, type GivenParameter } from '@emberwatch/contract'
import { Input, Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import '../device-model/device-model.css'

interface ParamsFieldProps {
  parameters: readonly CommandParameter[]
  value?: readonly GivenParameter[]
  onChange?: (value: GivenParameter[]) => void
}

/** Whether the values are valid; each line shows its own error. */
export const areParamsFit = (parameters: readonly CommandParameter[], given: readonly GivenParameter[] = []): boolean =>
  readParameters(parameters, given).problems.length === 0

/** The error of one value, once it has been entered. */
const problemOf = (parameter: CommandParameter, word: string): string | undefined => {
  const { rules } = sharedTexts()
  const text = word || parameter.default || ''
  if (text === '') return parameter.required ? rules.required : undefined
  const read = readParameter(parameter, text)
  return 'value' in read ? undefined : rules[read.rule].replace('{{limit}}', String(read.limit ?? ''))
}

/** One input for each parameter of a command, according to its definition. */
export const ParamsField = ({ parameters, value = [], onChange }: ParamsFieldProps) => {
  const { t } = useTranslation('device-command')
  const base = useId()
  const wordOf = (name: string) => value.find((each) => each.name === name)?.value ?? ''
  const set = (name: string, word: string) =>
    onChange?.([...value.filter((each) => each.name !== name), ...(word === '' ? [] : [{ name, value: word }])])
  const optionsOf = ({ type, choices = [] }: CommandParameter) =>
    type === 'boolean'
      ? [
          { value: 'true', label: t(($) => $.send.yes) },
          { value: 'false', label: t(($) => $.send.no) },
        ]
      : choices.map((choice) => ({ value: choice, label: choice }))
  return (
    <ul className="ew-lines">
      {parameters.map((parameter) => {
        const { name, label, type, unit, minimum, maximum, required, default: preset } = parameter
        const id = `${base}${name}`
        const word = wordOf(name)
        const problem = problemOf(parameter, word)
        const range =
          minimum === undefined && maximum === undefined
            ? undefined
            : t(($) => $.send.range, { minimum: minimum ?? '−∞', maximum: maximum ?? '∞' })
        const hint = [required ? undefined : t(($) => $.send.optional), range].filter(Boolean).join(' · ')
        const invalid = problem !== undefined && word !== ''
        return (
          <li key={name}>
            <label htmlFor={id}>
              {label ?? name}
              {required && ' *'}
            </label>
            {type === 'boolean' || type === 'choice' ? (
              <Select
                id={id}
                className="ew-full"
                allowClear
                placeholder={preset}
                value={word === '' ? null : word}
                options={optionsOf(parameter)}
                onChange={(next: string | undefined) => set(name, next ?? '')}
              />
            ) : (
              <Input
                id={id}
                placeholder={preset}
                maxLength={1_000}
                suffix={unit}
                status={invalid ? 'error' : ''}
                aria-describedby={`${id}-hint`}
                value={word}
                onChange={({ target }) => set(name, target.value)}
              />
            )}
            <small id={`${id}-hint`} className={invalid ? 'ew-upload-problem' : 'ew-muted'}>
              {invalid ? problem : hint}
            </small>
          </li>
        )
      })}
    </ul>
  )
}
