import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { currentLanguage } from '../../i18n/language.ts'
import 'dayjs/locale/zh-cn'

dayjs.locale(currentLanguage() === 'zh' ? 'zh-cn' : 'en')

/**
 * The first format is displayed. Input in another one counts too, because antd empties what it cannot read, and a message would
 * then be sent at once instead of at its time.
 */
const formats = ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss', 'YYYY/MM/DD HH:mm', 'YYYY-MM-DDTHH:mm']

interface InstantFieldProps {
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
  disabled: boolean
  /** Label, if no form label provides one. */
  label?: string
  /** Placeholder that shows what applies while nothing is chosen. */
  placeholder?: string
}

/** An instant, chosen in the viewer's time zone and stored in UTC. */
export default function InstantField({ id, value, onChange, disabled, label, placeholder }: InstantFieldProps) {
  return (
    <DatePicker
      className="ew-full"
      showTime={{ format: 'HH:mm' }}
      format={formats}
      disabled={disabled}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day?.toISOString())}
      // Enter confirms the typed time. It does not save the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  )
}
