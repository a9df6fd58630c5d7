import type { Endpoint } from '@emberwatch/contract'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRequest } from '../api/hooks.ts'
import { inputFacts, type Choice } from './schema.ts'

interface Common {
  /** Label, if no form label provides one. */
  label?: string
  id?: string
  /** A `select` endpoint. If it takes a keyword, the server searches, otherwise the browser. */
  endpoint: Endpoint
  /** Additional input of the endpoint, e.g. the project whose sites are offered. */
  input?: object
  disabled?: boolean
}
interface Single extends Common {
  multiple?: false
  value?: number | undefined
  onChange?: (value: number | undefined) => void
}
interface Multiple extends Common {
  multiple: true
  value?: number[] | undefined
  onChange?: (value: number[]) => void
}

/** A select with choices from the server. Works inside the form kit as well. */
export const RemoteSelect = (props: Single | Multiple) => {
  const { id, label, endpoint, input = {}, disabled = false } = props
  const { t } = useTranslation('kit')
  const [keyword, setKeyword] = useState('')
  const searches = 'keyword' in inputFacts(endpoint)
  // Fast typing sends one query: the deferred value follows when the browser is idle, and stale answers are dropped.
  const wanted = useDeferredValue(keyword.trim())
  const query = useRequest(endpoint, searches && wanted ? { ...input, keyword: wanted } : input, {
    keepPrevious: true,
    staleTime: 30_000,
    enabled: !disabled,
  })
  const options = ((query.data ?? []) as Choice[]).map(({ value, label, off = null }) => ({
    value: Number(value),
    // A disabled choice stays in the list, with its reason.
    label: off === null ? label : `${label} · ${off}`,
    disabled: off !== null,
  }))
  const common = {
    ...(id === undefined ? {} : { id }),
    allowClear: true,
    disabled,
    loading: query.isFetching,
    options,
    placeholder: label ?? t(($) => $.search.select),
    ...(label === undefined ? {} : { 'aria-label': label }),
    showSearch: { onSearch: setKeyword, ...(searches ? { filterOption: false } : { optionFilterProp: 'label' }) },
  }
  return props.multiple ? (
    <Select<number[]> {...common} mode="multiple" value={props.value ?? []} onChange={(value) => props.onChange?.(value)} />
  ) : (
    <Select<number> {...common} value={props.value ?? null} onChange={(value: number | undefined) => props.onChange?.(value)} />
  )
}
