import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { enums, type CheckItem } from '@emberwatch/contract'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { ItemsFile } from './items-file.tsx'
import { LineCell } from '../../../kit/form/line-cell.tsx'
import '../../equipment/device-model/device-model.css'
import './order-checklist.css'

type Answer = CheckItem['answer']
const most = 60

export const newItem = (): CheckItem => ({
  textZh: '',
  textEn: '',
  answer: 'yesNo',
  required: true,
  perDevice: false,
  photo: false,
})

/** Leaves out the key if there is no value, because the contract does not accept null there. */
const withField = (item: CheckItem, field: 'unit' | 'low' | 'high', value: string | number | null): CheckItem => {
  const { [field]: _before, ...rest } = item
  return value === null || value === '' ? rest : { ...rest, [field]: value }
}

/** Only values have limits and a unit. */
const withAnswer = ({ unit, low, high, ...item }: CheckItem, answer: Answer): CheckItem => ({
  ...item,
  answer,
  ...(answer === 'value' && unit !== undefined ? { unit } : {}),
  ...(answer === 'value' && low !== undefined ? { low } : {}),
  ...(answer === 'value' && high !== undefined ? { high } : {}),
})

interface ItemLineProps {
  index: number
  item: CheckItem
  last: boolean
  onChange: (item: CheckItem) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const ItemLine = ({ index, item, last, onChange, onMove, onRemove }: ItemLineProps) => {
  const { t } = useTranslation('order-checklist')
  const labelOf = (what: string) => t(($) => $.of, { index, what })
  const text = (field: 'textZh' | 'textEn') => (
    <LineCell label={fieldLabel(field)}>
      <Input
        aria-label={labelOf(fieldLabel(field))}
        placeholder={fieldLabel(field)}
        maxLength={120}
        value={item[field]}
        onChange={({ target }) => onChange({ ...item, [field]: target.value })}
      />
    </LineCell>
  )
  const limit = (field: 'low' | 'high') => (
    <LineCell label={fieldLabel(field)}>
      <InputNumber
        className="ew-full"
        aria-label={labelOf(fieldLabel(field))}
        placeholder={fieldLabel(field)}
        value={item[field] ?? null}
        onChange={(value) => onChange(withField(item, field, value))}
      />
    </LineCell>
  )
  const flag = (field: 'required' | 'perDevice' | 'photo') => (
    <Checkbox checked={item[field]} onChange={({ target }) => onChange({ ...item, [field]: target.checked })}>
      {fieldLabel(field)}
    </Checkbox>
  )
  return (
    <li className="ew-line-box">
      <div className="ew-line">
        {text('textZh')}
        {text('textEn')}
        <LineCell label={fieldLabel('answer')}>
          <Select<Answer>
            aria-label={labelOf(fieldLabel('answer'))}
            value={item.answer}
            options={enums.checkAnswer.map((value) => ({ value, label: enumLabel('checkAnswer', value) }))}
            onChange={(answer) => onChange(withAnswer(item, answer))}
          />
        </LineCell>
        {item.answer === 'value' && (
          <>
            {limit('low')}
            {limit('high')}
            <LineCell label={fieldLabel('unit')}>
              <Input
                aria-label={labelOf(fieldLabel('unit'))}
                placeholder={fieldLabel('unit')}
                maxLength={12}
                value={item.unit ?? ''}
                onChange={({ target }) => onChange(withField(item, 'unit', target.value))}
              />
            </LineCell>
          </>
        )}
      </div>
      <div className="ew-check-line">
        {flag('required')}
        {flag('perDevice')}
        {item.answer !== 'photo' && flag('photo')}
        <span className="ew-spacer" />
        <Button
          type="text"
          icon={<ArrowUpOutlined aria-hidden />}
          disabled={index === 1}
          aria-label={t(($) => $.up, { index })}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          icon={<ArrowDownOutlined aria-hidden />}
          disabled={last}
          aria-label={t(($) => $.down, { index })}
          onClick={() => onMove(1)}
        />
        <Button
          type="text"
          danger
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t(($) => $.remove, { index })}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

/** The questions of a checklist, in the order in which they are asked. */
export const ItemsField = ({
  value = [],
  onChange,
}: {
  value?: readonly CheckItem[]
  onChange?: (items: CheckItem[]) => void
}) => {
  const { t } = useTranslation('order-checklist')
  const move = (at: number, by: -1 | 1) => {
    const moved = value.toSpliced(at, 1)
    const item = value[at]
    if (item) onChange?.(moved.toSpliced(at + by, 0, item))
  }
  return (
    <>
      <ItemsFile items={value} onRead={(items) => onChange?.(items)} />
      <ul className="ew-lines">
        {value.map((item, at) => (
          <ItemLine
            // The lines have no identity of their own.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            index={at + 1}
            item={item}
            last={at === value.length - 1}
            onChange={(next) => onChange?.(value.map((other, index) => (index === at ? next : other)))}
            onMove={(by) => move(at, by)}
            onRemove={() => onChange?.(value.filter((_item, index) => index !== at))}
          />
        ))}
      </ul>
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= most}
        onClick={() => onChange?.([...value, newItem()])}
      >
        {t(($) => $.add)}
      </Button>
    </>
  )
}
