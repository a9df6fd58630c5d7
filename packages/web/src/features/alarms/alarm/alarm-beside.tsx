import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type AlarmDetail, endpoints, type InputOf, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import type { Action } from '../../../kit/actions.tsx'
import { lastSearch } from '../../../kit/list/list-state.ts'
import { decode, inputFacts } from '../../../kit/schema.ts'
import { phoneWidth, useNarrow } from '../../../kit/use-narrow.ts'
import { isBusy, KeyHelp, pressButton, useActionByKey } from './desk-keys.tsx'
import { keyAction } from './key-actions.ts'

const { alarm: calls } = endpoints

/** The input of the list that was last shown in this window. */
const filterOf = (): Omit<InputOf<typeof calls.beside>, 'id'> => {
  const facts = inputFacts(calls.beside)
  const search = lastSearch(pages.alarmList)
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, text]) =>
      name !== 'id' && facts[name] && text !== '' ? [[name, decode(facts[name], text)]] : [],
    ),
  )
}

/**
 * Links to the previous and next alarm of the list that this one was opened from, with their keys and all other keys of the page.
 * @param actions the page's own, for their keys
 */
export const AlarmBeside = ({ alarm, actions }: { alarm: AlarmDetail; actions: readonly Action[] }) => {
  const { t } = useTranslation('alarm-detail')
  const words = useTranslation('alarm').t
  const navigate = useNavigate()
  const actByKey = useActionByKey()
  const [help, setHelp] = useState(false)
  const phone = useNarrow(phoneWidth)
  // Once for each alarm: the list cannot change while this page is open.
  const [filter] = useState(filterOf)
  const { data, isPlaceholderData } = useCall(calls.beside, { ...filter, id: alarm.id }, { quiet: true, keepPrevious: true })
  const [pressed, setPressed] = useState<'next' | 'previous'>()
  const go = (where: 'next' | 'previous') => {
    // What is beside this one is not known yet: a key that was pressed counts once it is.
    if (!data || isPlaceholderData) return setPressed(where)
    setPressed(undefined)
    const id = data[where]
    if (id !== null) void navigate({ to: pages.alarmDetail, search: { id: String(id) } })
  }
  const goOn = useEffectEvent(() => {
    if (pressed) go(pressed)
  })
  useEffect(() => {
    if (data && !isPlaceholderData) goOn()
  }, [data, isPlaceholderData])
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = keyAction(event, false)
    if (action === undefined || isBusy()) return
    event.preventDefault()
    if (action === 'next' || action === 'previous') return go(action)
    if (action === 'help') return setHelp(true)
    if (!pressButton(action, '.ew-detail [role=tab]')) actByKey(actions, action)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const filtered = Object.keys(filter).some((name) => !['sort', 'order', 'pageSize'].includes(name))
  return (
    <span className="ew-alarm-beside" role="group" aria-label={filtered ? t(($) => $.beside.filtered) : t(($) => $.beside.all)}>
      <Button
        size="small"
        icon={<LeftOutlined aria-hidden />}
        disabled={!data?.previous}
        title={data?.previous ? t(($) => $.beside.previousKey) : t(($) => $.beside.first)}
        onClick={() => go('previous')}
      >
        {t(($) => $.beside.previous)}
      </Button>
      <Button
        size="small"
        icon={<RightOutlined aria-hidden />}
        iconPlacement="end"
        disabled={!data?.next}
        title={data?.next ? t(($) => $.beside.nextKey) : t(($) => $.beside.last)}
        onClick={() => go('next')}
      >
        {t(($) => $.beside.next)}
      </Button>
      {!phone && (
        <Button
          size="small"
          title={words(($) => $.keys.help)}
          aria-label={words(($) => $.keys.title)}
          onClick={() => setHelp(true)}
        >
          ?
        </Button>
      )}
      {help && <KeyHelp where="detail" onClose={() => setHelp(false)} />}
      <small className="ew-muted">{filtered ? t(($) => $.beside.filtered) : t(($) => $.beside.all)}</small>
    </span>
  )
}
