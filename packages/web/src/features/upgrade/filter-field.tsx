import { endpoints, type UpgradeFilter } from '@emberwatch/contract'
import { Input, Select } from 'antd'
import { lazy, Suspense, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/i18n.ts'
import { RemoteSelect } from '../../kit/remote-select.tsx'
import { useCan } from '../../session/me.tsx'

const CascaderField = lazy(() => import('../../kit/list/cascader-field.tsx'))
const zoneNames = ['country', 'province', 'city', 'region'] as const

interface FilterFieldProps {
  id?: string
  value?: UpgradeFilter
  onChange?: (filter: UpgradeFilter) => void
}

const Part = ({ label, id, children }: { label: string; id: string; children: ReactNode }) => (
  <div>
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
)

/** What narrows the devices of a model. Nothing: all of them. */
export const FilterField = ({ value = {}, onChange }: FilterFieldProps) => {
  const { t } = useTranslation('upgrade')
  const can = useCan()
  const base = useId()
  const change = (patch: Readonly<Record<string, unknown>>) =>
    onChange?.(
      Object.fromEntries(
        Object.entries({ ...value, ...patch }).filter(([, one]) => one !== undefined && one !== null && one !== ''),
      ) as UpgradeFilter,
    )
  const zone = Object.fromEntries(zoneNames.flatMap((name) => (value[name] ? [[name, value[name]]] : [])))
  return (
    <div className="ew-upgrade-filter">
      {can('customer:view') && (
        <Part label={fieldLabel('customerId')} id={`${base}c`}>
          <RemoteSelect
            id={`${base}c`}
            endpoint={endpoints.customer.select}
            value={value.customerId}
            onChange={(customerId: number | undefined) => change({ customerId })}
          />
        </Part>
      )}
      <Part label={fieldLabel('projectTypeId')} id={`${base}t`}>
        <RemoteSelect
          id={`${base}t`}
          endpoint={endpoints.projectType.select}
          value={value.projectTypeId}
          onChange={(projectTypeId: number | undefined) => change({ projectTypeId })}
        />
      </Part>
      <Part label={fieldLabel('zone')} id={`${base}z`}>
        <Suspense fallback={<Input id={`${base}z`} disabled />}>
          <CascaderField
            id={`${base}z`}
            source="address"
            names={zoneNames}
            values={zone}
            onChange={(patch) => change({ ...Object.fromEntries(zoneNames.map((name) => [name, undefined])), ...patch })}
          />
        </Suspense>
      </Part>
      <Part label={fieldLabel('batch')} id={`${base}b`}>
        <Input
          id={`${base}b`}
          maxLength={40}
          value={value.batch ?? ''}
          onChange={(event) => change({ batch: event.target.value })}
        />
      </Part>
      <Part label={t(($) => $.filterOnline)} id={`${base}o`}>
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
      </Part>
    </div>
  )
}
