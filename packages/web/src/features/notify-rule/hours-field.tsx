import type { ActiveHours } from '@emberwatch/contract'
import { Checkbox, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { TimeField } from '../../kit/form/time-field.tsx'
import { LineCell } from '../device-model/line-cell.tsx'
import './notify-rule.css'

const workdays: ActiveHours = { from: '08:00', to: '18:00', days: [1, 2, 3, 4, 5] }

interface HoursFieldProps {
  id?: string
  value?: ActiveHours | undefined
  onChange?: (value: ActiveHours | undefined) => void
}

/** When a rule applies: always, or from a time of day to another on some days. */
export const HoursField = ({ id, value, onChange }: HoursFieldProps) => {
  const { t } = useTranslation('notify-rule')
  const days = t(($) => $.days, { returnObjects: true })
  const time = (field: 'from' | 'to') =>
    value && (
      <LineCell label={t(($) => $.hours[field])}>
        <TimeField
          label={t(($) => $.hours[field])}
          value={value[field]}
          onChange={(time) => time && onChange?.({ ...value, [field]: time })}
        />
      </LineCell>
    )
  return (
    <div {...(id === undefined ? {} : { id })} className="ew-hours" tabIndex={-1}>
      <Radio.Group
        aria-label={t(($) => $.hours.mode)}
        value={value ? 'limited' : 'always'}
        options={[
          { value: 'always', label: t(($) => $.hours.always) },
          { value: 'limited', label: t(($) => $.hours.limited) },
        ]}
        onChange={({ target }) => onChange?.(target.value === 'limited' ? workdays : undefined)}
      />
      {value && (
        <>
          <div className="ew-line">
            {time('from')}
            {time('to')}
          </div>
          <Checkbox.Group
            aria-label={t(($) => $.hours.days)}
            value={value.days}
            options={days.map((label, at) => ({ value: at + 1, label }))}
            onChange={(chosen) => onChange?.({ ...value, days: chosen })}
          />
          {value.to < value.from && <span className="ew-muted">{t(($) => $.hours.overnight)}</span>}
        </>
      )}
    </div>
  )
}
