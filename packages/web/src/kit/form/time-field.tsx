import { TimePicker } from 'antd'
import dayjs from 'dayjs'
import { typedTime, usePicked, useTyped } from '../typed-dates.ts'

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

const isTime = (value: string): boolean => typedTime(value) === value

/** A time of day, HH:mm. Text that is none becomes the value as it is, so that the rule of the call reports it. */
export const TimeField = ({ id, value, onChange, label, minuteStep, allowClear = false }: TimeFieldProps) => {
  const picked = usePicked(value, isTime)
  const { around, forget } = useTyped((text) => {
    if (text !== '' || allowClear) onChange?.(text === '' ? undefined : (typedTime(text) ?? text))
    return true
  })
  return (
    <div {...around}>
      <TimePicker
        className="ew-full"
        format="HH:mm"
        needConfirm={false}
        allowClear={allowClear}
        value={picked ? dayjs(`2000-01-01T${picked}`) : null}
        preserveInvalidOnBlur
        onChange={(time) => {
          forget()
          onChange?.(time?.format('HH:mm'))
        }}
        // Enter confirms the typed time. It does not save the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        {...(minuteStep === undefined ? {} : { minuteStep })}
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { 'aria-label': label })}
      />
    </div>
  )
}
