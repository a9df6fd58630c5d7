import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { OrderDevice, OrderPartUsed } from '@emberwatch/contract'
import { Button, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'

interface PartsFieldProps {
  devices: readonly OrderDevice[]
  value?: readonly OrderPartUsed[]
  onChange?: (value: OrderPartUsed[]) => void
}

interface PartLineProps {
  index: number
  part: OrderPartUsed
  devices: readonly OrderDevice[]
  onChange: (part: OrderPartUsed) => void
  onRemove: () => void
}

/** Leaves out the key if there is no value, because the contract does not accept null there. */
const withField = (part: OrderPartUsed, field: 'deviceId' | 'newCode', value: number | string | undefined): OrderPartUsed => {
  const { [field]: _before, ...rest } = part
  return value === undefined || value === '' ? rest : { ...rest, [field]: value }
}

const PartLine = ({ index, part, devices, onChange, onRemove }: PartLineProps) => {
  const { t } = useTranslation('order')
  const labelOf = (what: string) => t(($) => $.work.partOf, { index, what })
  const words = t(($) => $.work, { returnObjects: true })
  return (
    <li className="ew-part">
      <Input
        aria-label={labelOf(words.part)}
        placeholder={words.part}
        maxLength={60}
        value={part.name}
        onChange={({ target }) => onChange({ ...part, name: target.value })}
      />
      <InputNumber
        aria-label={labelOf(words.quantity)}
        precision={0}
        value={part.quantity}
        onChange={(quantity) => onChange({ ...part, quantity: quantity ?? 1 })}
      />
      <Select<number>
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={labelOf(words.oldDevice)}
        placeholder={words.oldDevice}
        value={part.deviceId ?? null}
        options={devices.filter(({ here }) => here).map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        onChange={(deviceId: number | undefined) => onChange(withField(part, 'deviceId', deviceId))}
      />
      <Input
        aria-label={labelOf(words.newCode)}
        placeholder={words.newCode}
        maxLength={40}
        value={part.newCode ?? ''}
        onChange={({ target }) => onChange(withField(part, 'newCode', target.value.trim()))}
      />
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t(($) => $.work.removePart, { index })}
        onClick={onRemove}
      />
    </li>
  )
}

/** The parts that were used. For a replaced device, the old one and the code of the new one are entered. */
export const PartsField = ({ devices, value = [], onChange }: PartsFieldProps) => {
  const { t } = useTranslation('order')
  return (
    <>
      {value.length > 0 && (
        <ul className="ew-parts">
          {value.map((part, at) => (
            <PartLine
              // The lines have no identity of their own.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              index={at + 1}
              part={part}
              devices={devices}
              onChange={(next) => onChange?.(value.map((other, index) => (index === at ? next : other)))}
              onRemove={() => onChange?.(value.filter((_part, index) => index !== at))}
            />
          ))}
        </ul>
      )}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => onChange?.([...value, { name: '', quantity: 1 }])}>
        {t(($) => $.work.addPart)}
      </Button>
    </>
  )
}
