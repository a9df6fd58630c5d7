import { limits, type Endpoint } from '@emberwatch/contract'
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneWidth, useNarrow } from '../use-narrow.ts'
import type { Search } from '../search-params.ts'
import { isSearchKey } from './search-key.ts'
import { namesOf, SearchField, type ResolvedFilter } from './search-field.tsx'

interface SearchFormProps {
  entry: Endpoint
  filters: readonly ResolvedFilter[]
  search: Search
  onSearch: (patch: Search) => void
}

/** The common search form: four fields, the rest behind "expand", search and reset (specification section 2). */
export const SearchForm = ({ entry, filters, search, onSearch }: SearchFormProps) => {
  const { t } = useTranslation('kit')
  const names = filters.flatMap(namesOf)
  const pick = (from: Search): Search => Object.fromEntries(names.map((name) => [name, from[name] ?? '']))
  const [draft, setDraft] = useState(() => pick(search))
  // An active filter must be visible, however it was set.
  const [expanded, setExpanded] = useState(() =>
    filters.slice(limits.searchFieldsShown).some((filter) => namesOf(filter).some((name) => search[name])),
  )
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const field = isSearchKey(event) ? form.current?.querySelector('input') : undefined
      if (!field) return
      event.preventDefault()
      field.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const [seen, setSeen] = useState(search)
  if (seen !== search) {
    // The conditions were changed by navigating back or forward, or by a tab.
    setSeen(search)
    setDraft(pick(search))
  }
  const few = useNarrow(phoneWidth) ? 1 : limits.searchFieldsShown
  const shown = expanded ? filters : filters.slice(0, few)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim()])))
  }
  return (
    <form
      ref={form}
      className="ew-search"
      role="search"
      aria-label={t(($) => $.search.label)}
      aria-keyshortcuts="/"
      onSubmit={submit}
    >
      {shown.map((filter) => (
        <SearchField
          key={namesOf(filter).join()}
          entry={entry}
          filter={filter}
          values={draft}
          onChange={(patch) => setDraft((old) => ({ ...old, ...patch }))}
        />
      ))}
      <div className="ew-search-buttons">
        <Button type="primary" htmlType="submit" title={t(($) => $.search.key)}>
          {t(($) => $.search.search)}
        </Button>
        <Button
          onClick={() => {
            setDraft(pick({}))
            onSearch(pick({}))
          }}
        >
          {t(($) => $.search.reset)}
        </Button>
        {filters.length > few && (
          <Button
            type="link"
            aria-expanded={expanded}
            icon={expanded ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            iconPlacement="end"
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? t(($) => $.search.collapse) : t(($) => $.search.expand)}
          </Button>
        )}
      </div>
    </form>
  )
}
