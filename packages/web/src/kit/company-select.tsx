import { endpoints, type UserInfo } from '@emberwatch/contract'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/hooks.ts'
import { enumLabel } from '../i18n/i18n.ts'
import { useMe } from '../session/me.tsx'
import './list/list.css'

const distributor = endpoints.distributor
const agentOne = endpoints.agentOne
const agentTwo = endpoints.agentTwo
const rank: Record<UserInfo['accountType'], number> = {
  siter: 0,
  distributor: 1,
  agent_one: 2,
  agent_two: 3,
  customer: 4,
  user: 4,
}

/** Whether there are companies below the user's own. */
export const hasCompaniesBelow = (accountType: UserInfo['accountType']): boolean => rank[accountType] < rank.agent_two

interface Option {
  value: number
  label: string
  kind: string
}

const drawOption = ({ data: { label, kind } }: { data: Option }) => (
  <span className="ew-two-lines">
    <span>{label}</span>
    {kind && <small>{kind}</small>}
  </span>
)

interface CompanySelectProps {
  id?: string
  value?: number | undefined
  onChange?: (value: number | undefined) => void
}

/** The user's own company or any below it, by kind. The server searches. Works inside the form kit as well. */
export const CompanySelect = ({ id, value, onChange }: CompanySelectProps) => {
  const { t } = useTranslation('kit')
  const { user } = useMe()
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword.trim())
  const input = wanted ? { keyword: wanted } : {}
  const below = (kind: 'distributor' | 'agent_one' | 'agent_two') => ({
    keepPrevious: true,
    staleTime: 30_000,
    enabled: rank[kind] > rank[user.accountType],
  })
  const found = [
    { kind: 'distributor', query: useCall(distributor.select, input, below('distributor')) },
    { kind: 'agent_one', query: useCall(agentOne.select, input, below('agent_one')) },
    { kind: 'agent_two', query: useCall(agentTwo.select, input, below('agent_two')) },
  ] as const
  const own = user.companyName.toLowerCase().includes(wanted.toLowerCase())
  return (
    <Select<number, Option>
      {...(id === undefined ? {} : { id })}
      allowClear
      loading={found.some(({ query }) => query.isFetching)}
      placeholder={t(($) => $.search.select)}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={value ?? null}
      onChange={(next: number | undefined) => onChange?.(next)}
      popupMatchSelectWidth={false}
      options={[
        ...(own ? [{ value: user.companyId, label: user.companyName, kind: '' }] : []),
        // No option groups: antd gives their headings a role that does not allow its other attributes.
        ...found.flatMap(({ kind, query }) =>
          (query.data ?? []).map(({ value, label }) => ({ value, label, kind: enumLabel('companyType', kind) })),
        ),
      ]}
      optionRender={drawOption}
    />
  )
}
