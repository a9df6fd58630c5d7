import { endpoints, type EnumValue, enums, type MessageTaskFilter, type MessageTaskReach } from '@emberwatch/contract'
import { Select, Form } from 'antd'
import { useDeferredValue, useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { changedFilter, FilterPart, ZonePart } from '../../../kit/filter-parts.tsx'
import './message-task.css'

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

interface FilterFieldProps {
  id?: string
  value?: MessageTaskFilter
  onChange?: (filter: MessageTaskFilter) => void
}

/** The conditions that select accounts. Each one narrows them down further. */
export const FilterField = ({ id, value = {}, onChange }: FilterFieldProps) => {
  const { t } = useTranslation('kit')
  const own = useId()
  const base = id ?? own
  const change = (patch: Readonly<Record<string, unknown>>) => onChange?.(changedFilter(value, patch))
  return (
    <div className="ew-task-filter">
      <FilterPart names={['accountTypes']} label={fieldLabel('accountTypes')} id={base}>
        <Select<string[]>
          id={base}
          className="ew-full"
          mode="multiple"
          allowClear
          placeholder={t(($) => $.search.select)}
          value={value.accountTypes ?? []}
          options={enums.accountType.map((type) => ({ value: type, label: enumLabel('accountType', type) }))}
          onChange={(accountTypes) => change({ accountTypes })}
        />
      </FilterPart>
      <FilterPart names={['companyIds']} label={fieldLabel('companyIds')} id={`${base}-companies`}>
        <ObjectField
          kind="company"
          id={`${base}-companies`}
          value={value.companyIds ?? []}
          onChange={(companyIds) => change({ companyIds })}
        />
      </FilterPart>
      <FilterPart names={['roleIds']} label={fieldLabel('roleIds')} id={`${base}-roles`}>
        <ObjectField kind="role" id={`${base}-roles`} value={value.roleIds ?? []} onChange={(roleIds) => change({ roleIds })} />
      </FilterPart>
      <ZonePart id={`${base}-zone`} filter={value} onChange={change} />
      <FilterPart names={['language']} label={fieldLabel('language')} id={`${base}-language`}>
        <Select<string>
          id={`${base}-language`}
          className="ew-full"
          allowClear
          placeholder={t(($) => $.search.select)}
          value={value.language ?? null}
          options={enums.callLanguage.map((language) => ({ value: language, label: enumLabel('callLanguage', language) }))}
          onChange={(language?: string) => change({ language })}
        />
      </FilterPart>
    </div>
  )
}

const listOf = { company: 'companyIds', role: 'roleIds', project: 'projectIds', account: 'accountIds' } as const

/** How many people the task in the form would reach, counted again with every change. */
export const ReachCount = () => {
  const { t } = useTranslation('message-task')
  const pushType = Form.useWatch<EnumValue<'pushType'> | undefined>('pushType')
  const pushObject = Form.useWatch<EnumValue<'pushObject'> | undefined>('pushObject') ?? 'all'
  const list = pushObject === 'all' || pushObject === 'filter' ? undefined : listOf[pushObject]
  const ids = Form.useWatch<number[] | undefined>(list ?? 'none') ?? []
  const filter = Form.useWatch<MessageTaskFilter | undefined>('filter') ?? {}
  const isNarrowed = pushObject === 'filter' ? Object.keys(filter).length > 0 : list === undefined || ids.length > 0
  const isChosen = pushType !== undefined && isNarrowed
  const { data, isFetching } = useCall(
    endpoints.messageTask.reach,
    {
      pushType: pushType ?? 'inSite',
      pushObject,
      ...(list === undefined ? {} : { [list]: ids }),
      ...(pushObject === 'filter' ? { filter } : {}),
    },
    { enabled: isChosen, keepPrevious: true, quiet: true },
  )
  const shown = isChosen ? data : undefined
  const words = ({ total, reachable }: MessageTaskReach) =>
    t(($) => $.reach, { total: total.toLocaleString(), reachable: reachable.toLocaleString() })
  return (
    <div role="status" aria-busy={isFetching}>
      {shown === undefined && <span className="ew-muted">{isChosen ? '…' : t(($) => $.reachChoose)}</span>}
      {shown && <strong>{shown.reachable === 0 ? t(($) => $.reachNobody) : words(shown)}</strong>}
      {shown?.channel === 'none' && <p className="ew-task-problem">{t(($) => $.channelNone)}</p>}
      {shown?.channel === 'down' && <p className="ew-task-problem">{t(($) => $.channelDown)}</p>}
    </div>
  )
}
