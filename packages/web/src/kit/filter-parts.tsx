import { Input } from 'antd'
import { lazy, Suspense, type ReactNode } from 'react'
import { fieldLabel } from '../i18n/i18n.ts'

const CascaderField = lazy(() => import('./list/cascader-field.tsx'))
const zoneNames = ['country', 'province', 'city', 'region'] as const

/** One condition of a filter that is a field of a form. */
export const FilterPart = ({ label, id, children }: { label: string; id: string; children: ReactNode }) => (
  <div>
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
)

interface ZonePartProps {
  id: string
  filter: Readonly<Partial<Record<(typeof zoneNames)[number], string>>>
  onChange: (patch: Readonly<Record<string, unknown>>) => void
}

/** The area, from country to region. */
export const ZonePart = ({ id, filter, onChange }: ZonePartProps) => (
  <FilterPart label={fieldLabel('zone')} id={id}>
    <Suspense fallback={<Input id={id} disabled />}>
      <CascaderField
        id={id}
        source="address"
        names={zoneNames}
        values={Object.fromEntries(zoneNames.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])))}
        onChange={(patch) => onChange({ ...Object.fromEntries(zoneNames.map((name) => [name, undefined])), ...patch })}
      />
    </Suspense>
  </FilterPart>
)

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** A filter with some of its conditions changed; what is empty is no condition. */
export const changedFilter = <F extends object>(filter: F, patch: Readonly<Record<string, unknown>>): F =>
  Object.fromEntries(Object.entries({ ...filter, ...patch }).filter(([, value]) => isGiven(value))) as F
