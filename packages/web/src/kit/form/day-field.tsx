import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { currentLanguage } from '../../i18n/language.ts'
import 'dayjs/locale/zh-cn'

dayjs.locale(currentLanguage() === 'zh' ? 'zh-cn' : 'en')

interface DayFieldProps {
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
  disabled: boolean
}

/** A calendar day, YYYY-MM-DD. */
export default function DayField({ id, value, onChange, disabled }: DayFieldProps) {
  return (
    <DatePicker
      className="ew-full"
      disabled={disabled}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD'))}
      // Enter confirms the typed date. It does not save the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
      {...(id === undefined ? {} : { id })}
    />
  )
}
