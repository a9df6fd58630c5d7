import { enums, type MessageTaskFilter } from '@emberwatch/contract'
import { Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { changedFilter, FilterPart, ZonePart } from '../../../kit/filter-parts.tsx'
import { ObjectField } from './object-field.tsx'
import './message-task.css'

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
