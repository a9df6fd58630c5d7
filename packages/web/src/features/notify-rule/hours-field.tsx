import type { ActiveHours } from '@emberwatch/contract'
import { Checkbox, Radio, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { LineCell } from '../device-model/line-cell.tsx'
import './notify-rule.css'

const workdays: ActiveHours = { from: '08:00', to: '18:00', days: [1, 2, 3, 4, 5] }
const someDay = '2026-01-01'

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
        <TimePicker
          className="ew-full"
          aria-label={t(($) => $.hours[field])}
          format="HH:mm"
          needConfirm={false}
          allowClear={false}
          value={dayjs(`${someDay}T${value[field]}`)}
          onChange={(at) => onChange?.({ ...value, [field]: dayjs(at).format('HH:mm') })}
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
