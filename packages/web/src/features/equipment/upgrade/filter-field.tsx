import { endpoints, type UpgradeFilter } from '@emberwatch/contract'
import { Input, Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { changedFilter, FilterPart, ZonePart } from '../../../kit/filter-parts.tsx'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { useCan } from '../../../session/me.tsx'

interface FilterFieldProps {
  id?: string
  value?: UpgradeFilter
  onChange?: (filter: UpgradeFilter) => void
}

/** Conditions that narrow down the devices of a model. Without any: all of them. */
export const FilterField = ({ value = {}, onChange }: FilterFieldProps) => {
  const { t } = useTranslation('upgrade')
  const can = useCan()
  const base = useId()
  const change = (patch: Readonly<Record<string, unknown>>) => onChange?.(changedFilter(value, patch))
  return (
    <div className="ew-upgrade-filter">
      {can('customer:view') && (
        <FilterPart names={['customerId']} label={fieldLabel('customerId')} id={`${base}c`}>
          <RemoteSelect
            id={`${base}c`}
            endpoint={endpoints.customer.select}
            value={value.customerId}
            onChange={(customerId: number | undefined) => change({ customerId })}
          />
        </FilterPart>
      )}
      <FilterPart names={['projectTypeId']} label={fieldLabel('projectTypeId')} id={`${base}t`}>
        <RemoteSelect
          id={`${base}t`}
          endpoint={endpoints.projectType.select}
          value={value.projectTypeId}
          onChange={(projectTypeId: number | undefined) => change({ projectTypeId })}
        />
      </FilterPart>
      <ZonePart id={`${base}z`} filter={value} onChange={change} />
      <FilterPart names={['batch']} label={fieldLabel('batch')} id={`${base}b`}>
        <Input
          id={`${base}b`}
          maxLength={40}
          value={value.batch ?? ''}
          onChange={(event) => change({ batch: event.target.value })}
        />
      </FilterPart>
      <FilterPart names={['online']} label={t(($) => $.filterOnline)} id={`${base}o`}>
        <Select<string>
          id={`${base}o`}
          className="ew-full"
          allowClear
          placeholder={t(($) => $.none)}
          value={value.online === undefined ? null : String(value.online)}
          options={[
            { value: 'true', label: t(($) => $.onlineOnly) },
            { value: 'false', label: t(($) => $.offlineOnly) },
          ]}
          onChange={(online?: string) => change({ online: online === undefined ? undefined : online === 'true' })}
        />
      </FilterPart>
    </div>
  )
}
