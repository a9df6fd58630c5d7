import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { DutyShift } from '@emberwatch/contract'
import { Button, Checkbox, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { TimeField } from '../../../kit/form/time-field.tsx'
import { LineCell } from '../../../kit/form/line-cell.tsx'
import '../../equipment/device-model/device-model.css'

const most = 12

interface LineProps {
  number: number
  shift: DutyShift
  groups: number
  onChange: (shift: DutyShift) => void
  onRemove: (() => void) | undefined
}

const ShiftLine = ({ number, shift, groups, onChange, onRemove }: LineProps) => {
  const { t } = useTranslation('duty')
  const labelOf = (what: string) => t(($) => $.form.of, { number, what })
  const weekdays = t(($) => $.calendar.weekdays, { returnObjects: true }).map((label, index) => ({ label, value: index + 1 }))
  const time = (field: 'starts' | 'ends') => (
    <LineCell label={fieldLabel(field)}>
      <TimeField
        label={labelOf(fieldLabel(field))}
        minuteStep={5}
        value={shift[field]}
        onChange={(time) => time && onChange({ ...shift, [field]: time })}
      />
    </LineCell>
  )
  return (
    <li className="ew-line-box">
      <div className="ew-line">
        <LineCell label={fieldLabel('name')}>
          <Input
            aria-label={labelOf(fieldLabel('name'))}
            maxLength={30}
            value={shift.name}
            onChange={({ target }) => onChange({ ...shift, name: target.value })}
          />
        </LineCell>
        {time('starts')}
        {time('ends')}
        <LineCell label={fieldLabel('first')}>
          <Select<number>
            aria-label={labelOf(fieldLabel('first'))}
            value={shift.first}
            options={Array.from({ length: Math.max(groups, 1) }, (_none, value) => ({
              value,
              label: t(($) => $.roster.group, { number: value + 1 }),
            }))}
            onChange={(first) => onChange({ ...shift, first })}
          />
        </LineCell>
      </div>
      <div className="ew-duty-line">
        <Checkbox.Group<number>
          value={shift.weekdays}
          options={weekdays}
          onChange={(days) => onChange({ ...shift, weekdays: days.toSorted((a, b) => a - b) })}
        />
        <Checkbox checked={shift.turns} onChange={({ target }) => onChange({ ...shift, turns: target.checked })}>
          {fieldLabel('turns')}
        </Checkbox>
        <span className="ew-spacer" />
        {onRemove && (
          <Button
            type="text"
            danger
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t(($) => $.form.removeShift, { number })}
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  )
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** The shifts of a team. */
export const ShiftsField = ({
  value = [],
  onChange,
}: {
  value?: readonly DutyShift[]
  onChange?: (shifts: DutyShift[]) => void
}) => {
  const { t } = useTranslation('duty')
  const groups = Form.useWatch<number[][] | undefined>('groups')?.length ?? 1
  const add = () => {
    const number = value.length + 1
    const before = value.at(-1)
    const name = t(($) => $.form.newShift, { number })
    const times = { starts: before?.ends ?? '08:00', ends: before?.starts ?? '20:00' }
    onChange?.([...value, { name, ...times, weekdays: everyDay, first: Math.min(number - 1, groups - 1), turns: true }])
  }
  return (
    <>
      <ul className="ew-lines">
        {value.map((shift, at) => (
          <ShiftLine
            // The lines have no identity of their own.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            number={at + 1}
            shift={shift}
            groups={groups}
            onChange={(next) => onChange?.(value.map((other, index) => (index === at ? next : other)))}
            onRemove={value.length > 1 ? () => onChange?.(value.filter((_shift, index) => index !== at)) : undefined}
          />
        ))}
      </ul>
      <Button icon={<PlusOutlined aria-hidden />} disabled={value.length >= most} onClick={add}>
        {t(($) => $.form.addShift)}
      </Button>
    </>
  )
}
