import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { enums, type CommandParameter } from '@emberwatch/contract'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { LineCell } from '../../../kit/form/line-cell.tsx'
import '../device-model/device-model.css'

interface ParametersFieldProps {
  value?: readonly CommandParameter[]
  onChange?: (value: CommandParameter[]) => void
}

type Type = CommandParameter['type']
const types = enums.commandParameterType.map((value) => value)
const isNumeric = (type: Type) => type === 'integer' || type === 'number'

/** Leaves out the key if there is no value, because the contract does not accept null there. */
const withField = (line: CommandParameter, field: keyof CommandParameter, value: unknown): CommandParameter => {
  const { [field]: _before, ...rest } = line
  const isEmpty = value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
  return { name: '', type: 'integer', ...rest, ...(isEmpty ? {} : { [field]: value }) }
}

/** Removes properties that only belong to another type. */
const withType = ({ minimum, maximum, choices, ...line }: CommandParameter, type: Type): CommandParameter => ({
  ...line,
  type,
  ...(isNumeric(type) && minimum !== undefined ? { minimum } : {}),
  ...(isNumeric(type) && maximum !== undefined ? { maximum } : {}),
  ...(type === 'choice' && choices ? { choices } : {}),
})

interface ParameterLineProps {
  index: number
  line: CommandParameter
  onChange: (line: CommandParameter) => void
  onRemove: () => void
}

const ParameterLine = ({ index, line, onChange, onRemove }: ParameterLineProps) => {
  const { t } = useTranslation('device-command')
  const set = (field: keyof CommandParameter, value: unknown) => onChange(withField(line, field, value))
  const limit = (field: 'minimum' | 'maximum') => (
    <LineCell label={fieldLabel(field)}>
      <InputNumber
        className="ew-full"
        aria-label={t(($) => $.parameters[field], { index })}
        placeholder={fieldLabel(field)}
        value={line[field] ?? null}
        onChange={(value) => set(field, value)}
      />
    </LineCell>
  )
  return (
    <li className="ew-line-box">
      <div className="ew-line">
        <LineCell label={fieldLabel('name')}>
          <Input
            aria-label={t(($) => $.parameters.name, { index })}
            placeholder={t(($) => $.parameters.namePlaceholder)}
            maxLength={40}
            value={line.name}
            onChange={({ target }) => set('name', target.value)}
          />
        </LineCell>
        <LineCell label={t(($) => $.parameters.labelPlaceholder)}>
          <Input
            aria-label={t(($) => $.parameters.label, { index })}
            placeholder={t(($) => $.parameters.labelPlaceholder)}
            maxLength={40}
            value={line.label ?? ''}
            onChange={({ target }) => set('label', target.value)}
          />
        </LineCell>
        <LineCell label={fieldLabel('type')}>
          <Select<Type>
            aria-label={t(($) => $.parameters.type, { index })}
            value={line.type}
            options={types.map((value) => ({ value, label: enumLabel('commandParameterType', value) }))}
            onChange={(type) => onChange(withType(line, type))}
          />
        </LineCell>
        {isNumeric(line.type) && (
          <>
            {limit('minimum')}
            {limit('maximum')}
            <LineCell label={fieldLabel('unit')}>
              <Input
                aria-label={t(($) => $.parameters.unit, { index })}
                placeholder={fieldLabel('unit')}
                maxLength={20}
                value={line.unit ?? ''}
                onChange={({ target }) => set('unit', target.value)}
              />
            </LineCell>
          </>
        )}
        {line.type === 'choice' && (
          <LineCell label={fieldLabel('choices')}>
            <Select<string[]>
              mode="tags"
              open={false}
              suffixIcon={null}
              aria-label={t(($) => $.parameters.choices, { index })}
              placeholder={t(($) => $.parameters.choicesPlaceholder)}
              value={line.choices ?? []}
              onChange={(choices) => set('choices', choices)}
            />
          </LineCell>
        )}
        <LineCell label={t(($) => $.parameters.defaultPlaceholder)}>
          <Input
            aria-label={t(($) => $.parameters.default, { index })}
            placeholder={t(($) => $.parameters.defaultPlaceholder)}
            maxLength={200}
            value={line.default ?? ''}
            onChange={({ target }) => set('default', target.value)}
          />
        </LineCell>
        <Checkbox checked={line.required ?? false} onChange={({ target }) => set('required', target.checked)}>
          {t(($) => $.parameters.required)}
        </Checkbox>
        <Button
          type="text"
          danger
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t(($) => $.parameters.remove, { index })}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

/** Edits the parameters of a command's definition. */
export const ParametersField = ({ value = [], onChange }: ParametersFieldProps) => {
  const { t } = useTranslation('device-command')
  return (
    <>
      <ul className="ew-lines">
        {value.map((line, at) => (
          <ParameterLine
            // The lines have no identity of their own.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            index={at + 1}
            line={line}
            onChange={(next) => onChange?.(value.map((other, index) => (index === at ? next : other)))}
            onRemove={() => onChange?.(value.filter((_line, index) => index !== at))}
          />
        ))}
      </ul>
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= 20}
        onClick={() => onChange?.([...value, { name: '', type: 'integer' }])}
      >
        {t(($) => $.parameters.add)}
      </Button>
    </>
  )
}
