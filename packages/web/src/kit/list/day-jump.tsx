import { DatePicker } from 'antd'
import { useTranslation } from 'react-i18next'
import dayjs from 'dayjs'
import { typedDay, useTyped } from '../typed-dates.ts'
import { dayOf } from './date-field.tsx'

/** Shows a list as it was up to the end of a day. */
export default function DayJump({ endTime, onJump }: { endTime: string | undefined; onJump: (endTime: string) => void }) {
  const { t } = useTranslation('kit')
  const { around, forget } = useTyped((text) => {
    const day = typedDay(text)
    if (day === undefined && text !== '') return false
    onJump(day === undefined ? '' : dayjs(day).endOf('day').toISOString())
    return true
  })
  return (
    <span {...around}>
      <DatePicker
        size="small"
        aria-label={t(($) => $.list.jumpToDay)}
        placeholder={t(($) => $.list.jumpToDay)}
        value={dayOf(endTime)}
        onChange={(day) => {
          forget()
          onJump(day?.endOf('day').toISOString() ?? '')
        }}
      />
    </span>
  )
}
