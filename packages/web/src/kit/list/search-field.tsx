import type { Endpoint } from '@emberwatch/contract'
import Input from 'antd/es/input/Input'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../i18n/i18n.ts'
import { inputFacts, labelOf, type Choice } from '../schema.ts'
import type { Search } from '../search-params.ts'
import type { Filter } from './types.ts'

// The rows of a list wait for none of these.
const SelectField = lazy(() => import('./select-field.tsx'))
const RemoteSelect = lazy(async () => ({ default: (await import('../remote-select.tsx')).RemoteSelect }))
const CompanySelect = lazy(async () => ({ default: (await import('../company-select.tsx')).CompanySelect }))
const DateField = lazy(() => import('./date-field.tsx'))
const CascaderField = lazy(() => import('./cascader-field.tsx'))

/** A filter with all properties filled in. */
export type ResolvedFilter = Exclude<Filter<Endpoint>, string> | { kind: 'address' | 'product'; label?: string }

export const resolveFilter = (entry: Endpoint, filter: ResolvedFilter | string): ResolvedFilter => {
  if (typeof filter !== 'string') return filter
  const facts = inputFacts(entry)[filter]
  return { kind: facts?.enumeration || facts?.type === 'boolean' ? 'select' : 'input', name: filter }
}

/** The names that a filter sets in the call. */
export const namesOf = (filter: ResolvedFilter): readonly string[] => {
  switch (filter.kind) {
    case 'dateRange':
      return filter.names ?? ['startTime', 'endTime']
    case 'cascader':
      return filter.names
    case 'address':
      return ['country', 'province', 'city', 'region']
    case 'product':
      return ['series', 'model']
    default:
      return [filter.name]
  }
}

/** What a filter is called. */
export const labelled = (filter: ResolvedFilter): string => {
  switch (filter.kind) {
    case 'cascader':
      return filter.label
    case 'dateRange':
      return filter.label ?? fieldLabel('dateRange')
    case 'address':
      return filter.label ?? fieldLabel('zone')
    case 'product':
      return filter.label ?? fieldLabel('product')
    default:
      return filter.label ?? labelOf(filter.name)
  }
}

interface SearchFieldProps {
  entry: Endpoint
  filter: ResolvedFilter
  values: Search
  onChange: (patch: Search) => void
}

/** Choices of a select: those given, the enumeration's values, or yes and no. */
const useChoices = (entry: Endpoint, filter: ResolvedFilter): readonly Choice[] => {
  const { t } = useTranslation('kit')
  if (filter.kind !== 'select') return []
  if (filter.options) return filter.options
  const facts = inputFacts(entry)[filter.name]
  const { enumeration } = facts ?? {}
  if (enumeration) return (facts?.enum ?? []).map((value) => ({ value, label: enumLabel(enumeration, value) }))
  const [yes, no] = filter.name === 'enabled' ? [t(($) => $.enabled), t(($) => $.disabled)] : [t(($) => $.yes), t(($) => $.no)]
  return [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
}

export const SearchField = ({ entry, filter, values, onChange }: SearchFieldProps) => {
  const { t } = useTranslation('kit')
  const id = useId()
  const choices = useChoices(entry, filter)
  const names = namesOf(filter)
  const label = labelled(filter)
  const [name = ''] = names
  const value = values[name] ?? ''
  const set = (next: string | undefined) => onChange({ [name]: next ?? '' })

  const control = () => {
    switch (filter.kind) {
      case 'input':
        return (
          <Input
            id={id}
            allowClear
            maxLength={inputFacts(entry)[name]?.maxLength ?? 60}
            placeholder={t(($) => $.search.input)}
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )
      case 'select':
        return (
          <SelectField
            id={id}
            value={value}
            options={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
            onChange={set}
          />
        )
      case 'remote':
        return (
          <RemoteSelect
            id={id}
            creates={false}
            endpoint={filter.endpoint}
            input={filter.input ?? {}}
            value={value ? Number(value) : undefined}
            onChange={(next) => set(next === undefined ? '' : String(next))}
          />
        )
      case 'company':
        return (
          <CompanySelect
            id={id}
            value={value ? Number(value) : undefined}
            onChange={(next) => set(next === undefined ? '' : String(next))}
          />
        )
      case 'date':
      case 'dateRange':
        return <DateField id={id} range={filter.kind === 'dateRange'} names={names} values={values} onChange={onChange} />
      case 'cascader':
      case 'address':
      case 'product':
        return (
          <CascaderField
            id={id}
            source={filter.kind === 'cascader' ? filter.options : filter.kind}
            names={names}
            values={values}
            onChange={onChange}
          />
        )
    }
  }
  return (
    <div className="ew-search-field">
      <label htmlFor={id}>{label}</label>
      <Suspense fallback={<Input id={id} disabled />}>{control()}</Suspense>
    </div>
  )
}
