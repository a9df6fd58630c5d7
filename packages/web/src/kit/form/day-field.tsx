import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { currentLanguage } from '../../i18n/language.ts'
import { typedDay, usePicked, useTyped } from '../typed-dates.ts'
import 'dayjs/locale/zh-cn'

dayjs.locale(currentLanguage() === 'zh' ? 'zh-cn' : 'en')

interface DayFieldProps {
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
  disabled: boolean
}

const isDay = (value: string): boolean => typedDay(value) === value

/** A calendar day, YYYY-MM-DD. Text that is no day becomes the value as it is, so that the rule of the field reports it. */
export default function DayField({ id, value, onChange, disabled }: DayFieldProps) {
  const picked = usePicked(value, isDay)
  const { around, forget } = useTyped((text) => {
    onChange?.(text === '' ? undefined : (typedDay(text) ?? text))
    return true
  })
  return (
    <div {...around}>
      <DatePicker
        className="ew-full"
        disabled={disabled}
        value={picked ? dayjs(picked) : null}
        preserveInvalidOnBlur
        onChange={(day) => {
          forget()
          onChange?.(day?.format('YYYY-MM-DD'))
        }}
        // Enter confirms the typed date. It does not save the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        {...(id === undefined ? {} : { id })}
      />
    </div>
  )
}
