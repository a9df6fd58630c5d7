import { TimePicker } from 'antd'
import dayjs from 'dayjs'

interface TimeFieldProps {
  id?: string
  /** HH:mm. */
  value?: string | undefined
  onChange?: (value: string | undefined) => void
  /** Label, if no form label provides one. */
  label?: string
  minuteStep?: 5
  /** If missing, the time cannot be cleared. */
  allowClear?: boolean
}

/** A time of day, HH:mm. */
export const TimeField = ({ id, value, onChange, label, minuteStep, allowClear = false }: TimeFieldProps) => (
  <TimePicker
    className="ew-full"
    format="HH:mm"
    needConfirm={false}
    allowClear={allowClear}
    value={value ? dayjs(`2000-01-01T${value}`) : null}
    onChange={(time) => onChange?.(time?.format('HH:mm'))}
    // Enter confirms the typed time. It does not save the form.
    onKeyDown={(event) => {
      if (event.key === 'Enter') event.preventDefault()
    }}
    {...(minuteStep === undefined ? {} : { minuteStep })}
    {...(id === undefined ? {} : { id })}
    {...(label === undefined ? {} : { 'aria-label': label })}
  />
)
