import { enums, type MessageTaskFilter } from '@emberwatch/contract'
import { Input, Select } from 'antd'
import { lazy, Suspense, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../i18n/i18n.ts'
import { ObjectField } from './object-field.tsx'
import './message-task.css'

const CascaderField = lazy(() => import('../../kit/list/cascader-field.tsx'))
const zoneNames = ['country', 'province', 'city', 'region'] as const

interface FilterFieldProps {
  id?: string
  value?: MessageTaskFilter
  onChange?: (filter: MessageTaskFilter) => void
}

const Part = ({ label, id, children }: { label: string; id: string; children: ReactNode }) => (
  <div>
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
)

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** What accounts have in common. Each condition narrows them further. */
export const FilterField = ({ id, value = {}, onChange }: FilterFieldProps) => {
  const { t } = useTranslation('kit')
  const own = useId()
  const base = id ?? own
  const change = (patch: Readonly<Record<string, unknown>>) =>
    onChange?.(Object.fromEntries(Object.entries({ ...value, ...patch }).filter(([, one]) => isGiven(one))) as MessageTaskFilter)
  const zone = Object.fromEntries(zoneNames.flatMap((name) => (value[name] ? [[name, value[name]]] : [])))
  return (
    <div className="ew-task-filter">
      <Part label={fieldLabel('accountTypes')} id={base}>
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
      </Part>
      <Part label={fieldLabel('companyIds')} id={`${base}-companies`}>
        <ObjectField
          kind="company"
          id={`${base}-companies`}
          value={value.companyIds ?? []}
          onChange={(companyIds) => change({ companyIds })}
        />
      </Part>
      <Part label={fieldLabel('roleIds')} id={`${base}-roles`}>
        <ObjectField kind="role" id={`${base}-roles`} value={value.roleIds ?? []} onChange={(roleIds) => change({ roleIds })} />
      </Part>
      <Part label={fieldLabel('zone')} id={`${base}-zone`}>
        <Suspense fallback={<Input id={`${base}-zone`} disabled />}>
          <CascaderField
            id={`${base}-zone`}
            source="address"
            names={zoneNames}
            values={zone}
            onChange={(patch) => change({ ...Object.fromEntries(zoneNames.map((name) => [name, undefined])), ...patch })}
          />
        </Suspense>
      </Part>
      <Part label={fieldLabel('language')} id={`${base}-language`}>
        <Select<string>
          id={`${base}-language`}
          className="ew-full"
          allowClear
          placeholder={t(($) => $.search.select)}
          value={value.language ?? null}
          options={enums.callLanguage.map((language) => ({ value: language, label: enumLabel('callLanguage', language) }))}
          onChange={(language?: string) => change({ language })}
        />
      </Part>
    </div>
  )
}
