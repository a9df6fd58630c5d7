import { endpoints, type EnumValue } from '@emberwatch/contract'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'

interface ObjectFieldProps {
  kind: EnumValue<'pushObject'>
  id?: string
  value?: number[]
  onChange?: (ids: number[]) => void
}

/** Companies, roles, projects or accounts, searched on the server. Chosen ones keep their names. */
export const ObjectField = ({ kind, id, value = [], onChange }: ObjectFieldProps) => {
  const { t } = useTranslation('kit')
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword.trim())
  const { data = [], isFetching } = useCall(
    endpoints.messageTask.choices,
    { pushObject: kind, ids: value, ...(wanted ? { keyword: wanted } : {}) },
    { keepPrevious: true, staleTime: 30_000 },
  )
  return (
    <Select<number[]>
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      allowClear
      loading={isFetching}
      placeholder={t(($) => $.search.select)}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={data}
      value={value}
      onChange={(ids) => onChange?.(ids)}
    />
  )
}
