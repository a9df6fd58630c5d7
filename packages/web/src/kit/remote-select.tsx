import { PlusOutlined } from '@ant-design/icons'
import type { Endpoint } from '@emberwatch/contract'
import { Select } from 'antd'
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRequest } from '../api/hooks.ts'
import { operationsFor, useCan } from '../session/me.tsx'
import { Awaited, subjectName, useCreators, useOnlyChoice } from './creators.ts'
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
  /** In a form: what is missing can be created from here. Not in a filter, which looks for what there is. */
  creates?: boolean
  /** Called once with the only choice there is, if nothing is chosen yet. */
  onOnly?: ((value: number) => void) | undefined
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

/** Value of the choice that opens the form. */
const createNew = -1
const plus = <PlusOutlined aria-hidden />

/** A select with choices from the server. Works inside the form kit as well. */
export const RemoteSelect = (props: Single | Multiple) => {
  const { id, label, endpoint, input = {}, disabled = false, creates = true, onOnly } = props
  const { t } = useTranslation('kit')
  const can = useCan()
  const creator = useCreators(({ creators }) =>
    creators.find(({ choices }) => choices.some(({ path }) => path === endpoint.path)),
  )
  const [keyword, setKeyword] = useState('')
  const [open, setOpen] = useState(false)
  const [creating, setCreating] = useState(false)
  /** Created from here: chosen as soon as it is among the choices. */
  const [created, setCreated] = useState<number>()
  const searches = 'keyword' in inputFacts(endpoint)
  // Fast typing sends one query: the deferred value follows when the browser is idle, and stale answers are dropped.
  const wanted = useDeferredValue(keyword.trim())
  const query = useRequest(endpoint, searches && wanted ? { ...input, keyword: wanted } : input, {
    keepPrevious: true,
    staleTime: 30_000,
    enabled: !disabled,
  })
  const choices = ((query.data ?? []) as Choice[]).map(({ value, label, off = null }) => ({
    value: Number(value),
    // A disabled choice stays in the list, with its reason.
    label: off === null ? label : `${label} · ${off}`,
    disabled: off !== null,
  }))
  const typed = keyword.trim().toLowerCase()
  const found = searches ? choices : choices.filter((choice) => choice.label.toLowerCase().includes(typed))
  const op = creator && operationsFor(creator.create).op
  const offers = creates && creator && (op === undefined || can(op)) && found.length === 0 && query.isSuccess && !query.isFetching
  const options = offers
    ? [
        {
          value: createNew,
          label: (
            <>
              {plus} {t(($) => $.search.createOne, { thing: subjectName(creator.subject) })}
            </>
          ),
        },
      ]
    : found

  const [only, another] = wanted === '' && query.isSuccess && !query.isPlaceholderData ? choices : []
  useOnlyChoice({
    only: only && !another && !only.disabled ? only.value : undefined,
    value: props.value,
    onOnly,
  })

  const choose = useEffectEvent((chosen: number) => {
    setCreated(undefined)
    if (props.multiple) props.onChange?.([...(props.value ?? []), chosen])
    else props.onChange?.(chosen)
  })
  const isThere = created !== undefined && choices.some(({ value, disabled: isOff }) => value === created && !isOff)
  useEffect(() => {
    if (isThere) choose(created)
  }, [isThere, created])
  const close = (): void => {
    setCreating(false)
    setKeyword('')
    // The choices may not show what the form has created.
    void query.refetch()
  }
  /** Whether it was not a choice, but the wish for a new one. */
  const begins = (chosen: number | readonly number[] | undefined): boolean => {
    const begun = Array.isArray(chosen) ? chosen.includes(createNew) : chosen === createNew
    // Somebody who has chosen another one meanwhile does not wait for it any more.
    setCreated(undefined)
    if (begun) {
      setOpen(false)
      setCreating(true)
    }
    return begun
  }

  const common = {
    ...(id === undefined ? {} : { id }),
    allowClear: true,
    disabled,
    loading: query.isFetching,
    options,
    open,
    onOpenChange: setOpen,
    placeholder: label ?? t(($) => $.search.select),
    ...(label === undefined ? {} : { 'aria-label': label }),
    showSearch: { onSearch: setKeyword, filterOption: false },
  }
  return (
    <>
      {props.multiple ? (
        <Select<number[]>
          {...common}
          mode="multiple"
          value={props.value ?? []}
          onChange={(value) => !begins(value) && props.onChange?.(value)}
        />
      ) : (
        <Select<number>
          {...common}
          value={props.value ?? null}
          onChange={(value: number | undefined) => !begins(value) && props.onChange?.(value)}
        />
      )}
      {creating && creator && (
        <Suspense>
          <Awaited value={{ create: creator.create, onCreated: setCreated }}>
            <creator.Form onClose={close} />
          </Awaited>
        </Suspense>
      )}
    </>
  )
}
