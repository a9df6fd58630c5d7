import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/language.ts'
import type { Search } from '../search-params.ts'
import { typedDay, useTyped } from '../typed-dates.ts'
import { dayPresets } from './day-presets.ts'
import 'dayjs/locale/zh-cn'

dayjs.locale(currentLanguage() === 'zh' ? 'zh-cn' : 'en')

interface DateFieldProps {
  id: string
  range: boolean
  names: readonly string[]
  values: Search
  onChange: (patch: Search) => void
}

export const dayOf = (text: string | undefined): Dayjs | null => (text && dayjs(text).isValid() ? dayjs(text) : null)

/** A day or a range of days. The values are instants: the first moment and the last. */
export default function DateField({ id, range, names, values, onChange }: DateFieldProps) {
  const { t } = useTranslation('kit')
  const [from = '', to = ''] = names
  const [unread, setUnread] = useState('')
  const { around, forget } = useTyped((text, index) => {
    const day = typedDay(text)
    setUnread(day === undefined ? text : '')
    if (day === undefined && text !== '') return false
    const end = dayjs(day)[index === 1 ? 'endOf' : 'startOf']('day')
    onChange({ [index === 1 ? to : from]: day === undefined ? '' : range ? end.toISOString() : day })
    return true
  })
  const change = (patch: Search) => {
    forget()
    setUnread('')
    onChange(patch)
  }
  const problem = unread !== '' && (
    <small className="ew-search-problem" role="alert">
      {t(($) => $.search.notADay, { text: unread })}
    </small>
  )
  if (!range)
    return (
      <div {...around}>
        <DatePicker
          className="ew-full"
          id={id}
          value={dayOf(values[from])}
          onChange={(day) => change({ [from]: day?.format('YYYY-MM-DD') ?? '' })}
        />
        {problem}
      </div>
    )
  const ranges = dayPresets(dayjs())
  return (
    <div {...around}>
      <DatePicker.RangePicker
        className="ew-full"
        id={{ start: id }}
        allowEmpty={[true, true]}
        value={[dayOf(values[from]), dayOf(values[to])]}
        placeholder={[t(($) => $.search.from), t(($) => $.search.to)]}
        presets={[
          { label: t(($) => $.search.today), value: ranges.today },
          { label: t(($) => $.search.yesterday), value: ranges.yesterday },
          { label: t(($) => $.search.days, { count: 7 }), value: ranges.days7 },
          { label: t(($) => $.search.days, { count: 30 }), value: ranges.days30 },
          { label: t(($) => $.search.thisMonth), value: ranges.thisMonth },
          { label: t(($) => $.search.lastMonth), value: ranges.lastMonth },
        ]}
        onChange={(days) =>
          change({ [from]: days?.[0]?.startOf('day').toISOString() ?? '', [to]: days?.[1]?.endOf('day').toISOString() ?? '' })
        }
      />
      {problem}
    </div>
  )
}
