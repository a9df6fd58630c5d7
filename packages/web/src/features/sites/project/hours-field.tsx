import { lengthOfHours, longestQuietM, type ActiveHours } from '@emberwatch/contract'
import { Checkbox, Radio, type FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { TimeField } from '../../../kit/form/time-field.tsx'
import { LineCell } from '../../../kit/form/line-cell.tsx'
import './hours-field.css'

const first = {
  hours: { from: '08:00', to: '18:00', days: [1, 2, 3, 4, 5] },
  quietHours: { from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5, 6, 7] },
} satisfies Readonly<Record<string, ActiveHours>>

/** Quiet hours need days, and must not last nearly the whole day, or nobody would ever be called. The server refuses such hours as well. */
export const useQuietHoursRule = (): FormRule => {
  const { t } = useTranslation('notify-rule')
  return {
    validator: (_rule, value: ActiveHours | undefined) => {
      if (value?.days.length === 0) return Promise.reject(new Error(t(($) => $.hours.none)))
      return value && lengthOfHours(value) > longestQuietM
        ? Promise.reject(new Error(sharedTexts().reasons.quietHoursLong))
        : Promise.resolve()
    },
  }
}

interface HoursFieldProps {
  id?: string
  value?: ActiveHours | undefined
  onChange?: (value: ActiveHours | undefined) => void
  /** Whether the hours are the active hours of a rule or the quiet hours of a project. */
  kind?: 'hours' | 'quietHours'
}

/** Hours that apply always or never, or between two times of day on some days. */
export const HoursField = ({ id, value, onChange, kind = 'hours' }: HoursFieldProps) => {
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
        aria-label={t(($) => $[kind].mode)}
        value={value ? 'limited' : 'always'}
        options={[
          { value: 'always', label: t(($) => $[kind].always) },
          { value: 'limited', label: t(($) => $[kind].limited) },
        ]}
        onChange={({ target }) => onChange?.(target.value === 'limited' ? first[kind] : undefined)}
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
