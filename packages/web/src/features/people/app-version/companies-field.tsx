import { endpoints } from '@emberwatch/contract'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'

const { distributor, agentOne, agentTwo } = endpoints

interface Option {
  readonly value: number
  readonly label: string
}

interface CompaniesFieldProps {
  /** Already chosen companies, with their names. */
  known: readonly { readonly id: number; readonly name: string }[]
  id?: string
  value?: number[] | undefined
  onChange?: (value: number[]) => void
}

/** Distributors and agents of both levels, several at once. Companies below a chosen one are included. */
export const CompaniesField = ({ known, id, value = [], onChange }: CompaniesFieldProps) => {
  const { t } = useTranslation('kit')
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<readonly Option[]>(known.map((each) => ({ value: each.id, label: each.name })))
  const wanted = useDeferredValue(keyword.trim())
  const input = wanted ? { keyword: wanted } : {}
  const options = { keepPrevious: true, staleTime: 30_000 }
  const queries = [
    { kind: 'distributor', query: useCall(distributor.select, input, options) },
    { kind: 'agent_one', query: useCall(agentOne.select, input, options) },
    { kind: 'agent_two', query: useCall(agentTwo.select, input, options) },
  ] as const
  const found = queries.flatMap(({ kind, query }) =>
    (query.data ?? []).map((each) => ({ value: each.value, label: `${each.label} · ${enumLabel('companyType', kind)}` })),
  )
  // Chosen companies keep their names while the user searches for others.
  const kept = chosen.filter((each) => value.includes(each.value) && !found.some((one) => one.value === each.value))
  return (
    <Select<number[], Option>
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      allowClear
      loading={queries.some(({ query }) => query.isFetching)}
      placeholder={t(($) => $.search.select)}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={value}
      options={[...kept, ...found]}
      onChange={(next) => {
        setChosen([...kept, ...found].filter((each) => next.includes(each.value)))
        onChange?.(next)
      }}
    />
  )
}
