import { DatePicker } from 'antd'
import { useTranslation } from 'react-i18next'
import { dayOf } from './date-field.tsx'

/** Shows a list as it was up to the end of a day. */
export default function DayJump({ endTime, onJump }: { endTime: string | undefined; onJump: (endTime: string) => void }) {
  const { t } = useTranslation('kit')
  return (
    <DatePicker
      size="small"
      aria-label={t(($) => $.list.jumpToDay)}
      placeholder={t(($) => $.list.jumpToDay)}
      value={dayOf(endTime)}
      onChange={(day) => onJump(day?.endOf('day').toISOString() ?? '')}
    />
  )
}
