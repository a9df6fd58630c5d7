import { endpoints, searchPath } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Modal } from 'antd'
import { useDeferredValue, useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/hooks.ts'
import { useMe } from '../session/me.tsx'
import { pagesOf } from '../kit/menu-tree.ts'
import { recentPages, rememberPage, type RecentPage } from './recent-pages.ts'
import './search-palette.css'

/** How long typing must pause before the server is queried. */
const pause = 200

interface Option extends RecentPage {
  readonly note?: string | null
}

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Recent pages, menu pages, and results from the server, in display order. */
const useOptions = (typed: string): { options: readonly Option[]; busy: boolean; failed: string | undefined } => {
  const { t } = useTranslation()
  const { user, menus } = useMe()
  const settled = useSettled(typed)
  const query = useCall(
    endpoints.search.everything,
    { keyword: settled },
    { enabled: settled !== '', quiet: true, keepPrevious: true, staleTime: 10_000 },
  )
  const heading = t(($) => $.search.pages)
  const pages = pagesOf(menus)
    .filter(({ name, url }) => `${name} ${url}`.toLowerCase().includes(typed.toLowerCase()))
    .map(({ name, url }): Option => ({ heading, path: url, title: name }))
  if (typed === '') {
    const recent = recentPages(user.id).map((page) => ({ ...page, note: page.heading, heading: t(($) => $.search.recent) }))
    return {
      options: [...recent, ...pages.filter(({ path }) => !recent.some((page) => page.path === path))],
      busy: false,
      failed: undefined,
    }
  }
  const hits = settled === '' ? [] : (query.data ?? [])
  const found = hits.map((hit): Option => ({
    heading: t(($) => $.search.kinds[hit.kind]),
    path: searchPath(hit),
    title: hit.title,
    note: hit.note,
  }))
  return {
    options: [...pages.slice(0, 5), ...found],
    busy: settled !== typed || query.isFetching,
    failed: query.isError && settled === typed ? query.error.message : undefined,
  }
}

/** The global search as a combobox with a list of options (WAI-ARIA: combobox with listbox popup). */
export default function SearchPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useMe()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const typed = useDeferredValue(text.trim())
  const [place, setPlace] = useState(0)
  const { options, busy, failed } = useOptions(typed)
  const active = Math.min(place, options.length - 1)
  const idOf = (index: number) => `${id}${index}`

  const openPage = ({ path, title, heading, note }: Option) => {
    const recentHeading = heading === t(($) => $.search.recent) ? (note ?? '') : heading
    rememberPage(user.id, { path, title, heading: recentHeading })
    onClose()
    void navigate({ href: path })
  }
  const move = (to: number) => {
    setPlace(to)
    document.getElementById(idOf(to))?.scrollIntoView({ block: 'nearest' })
  }
  const pressed = (event: KeyboardEvent) => {
    const last = options.length - 1
    if (event.key === 'ArrowDown') move(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') move(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter') {
      const chosen = options[active]
      if (chosen) openPage(chosen)
    } else return
    event.preventDefault()
  }
  const status = () => {
    if (failed !== undefined) return failed
    if (busy) return t(($) => $.search.busy)
    return options.length === 0 ? t(($) => $.search.nothing) : t(($) => $.search.found, { count: options.length })
  }

  return (
    <Modal
      open
      title={t(($) => $.search.open)}
      footer={null}
      closable={false}
      width={640}
      className="ew-palette"
      onCancel={onClose}
    >
      <input
        className="ew-palette-input"
        role="combobox"
        aria-label={t(($) => $.search.open)}
        aria-expanded={options.length > 0}
        aria-autocomplete="list"
        aria-controls={`${id}list`}
        {...(options.length > 0 ? { 'aria-activedescendant': idOf(active) } : {})}
        placeholder={t(($) => $.search.placeholder)}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that was opened in order to type
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setPlace(0)
        }}
        onKeyDown={pressed}
      />
      {options.length > 0 && (
        <div id={`${id}list`} role="listbox" aria-label={t(($) => $.search.results)} className="ew-palette-list">
          {[...Map.groupBy(options.entries(), ([, { heading }]) => heading)].map(([heading, group]) => (
            <div key={heading} role="group" aria-label={heading}>
              <span className="ew-palette-heading" aria-hidden>
                {heading}
              </span>
              {group.map(([index, option]) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys: aria-activedescendant
                <div
                  key={option.path}
                  id={idOf(index)}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  className="ew-palette-option"
                  onMouseMove={() => setPlace(index)}
                  onClick={() => openPage(option)}
                >
                  <span>{option.title}</span>
                  {option.note && <small>{option.note}</small>}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
      <p className="ew-palette-foot" role="status">
        {status()}
      </p>
    </Modal>
  )
}
