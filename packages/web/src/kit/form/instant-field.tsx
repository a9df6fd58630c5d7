import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { currentLanguage } from '../../i18n/language.ts'
import { typedInstant, usePicked, useTyped } from '../typed-dates.ts'
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

/** Whether it is a value, and not text that could not be read. */
const isInstant = (value: string): boolean => /^\d{4}-\d\d-\d\dT.*Z$/.test(value)

/**
 * An instant, chosen in the viewer's time zone and stored in UTC. Text that is none becomes the value as it is, so that the rule
 * of the field reports it.
 */
export default function InstantField({ id, value, onChange, disabled, label, placeholder }: InstantFieldProps) {
  const picked = usePicked(value, isInstant)
  const { around, forget } = useTyped((text) => {
    const instant = typedInstant(text)
    onChange?.(text === '' ? undefined : instant === undefined ? text : dayjs(instant).toISOString())
    return true
  })
  return (
    <div {...around}>
      <DatePicker
        className="ew-full"
        showTime={{ format: 'HH:mm' }}
        format={formats}
        disabled={disabled}
        value={picked ? dayjs(picked) : null}
        preserveInvalidOnBlur
        onChange={(day) => {
          forget()
          onChange?.(day?.toISOString())
        }}
        // Enter confirms the typed time. It does not save the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </div>
  )
}
