import { Form, Input } from 'antd'
import { lazy, Suspense, use, type ReactNode } from 'react'
import { fieldLabel } from '../i18n/i18n.ts'
import { RefusedParts } from './form/refused-field.ts'

const CascaderField = lazy(() => import('./list/cascader-field.tsx'))
const zoneNames = ['country', 'province', 'city', 'region'] as const

interface FilterPartProps {
  /** The names of its conditions within the filter. */
  names: readonly string[]
  label: string
  id: string
  children: ReactNode
}

/** One condition of a filter that is a single field of the form. It is not marked if another condition was refused. */
export const FilterPart = ({ names, label, id, children }: FilterPartProps) => {
  const refused = use(RefusedParts)
  const isOther = refused.length > 0 && !names.some((name) => refused.includes(name))
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Form.Item noStyle {...(isOther ? { validateStatus: '' } : {})}>
        {children}
      </Form.Item>
    </div>
  )
}

interface ZonePartProps {
  id: string
  filter: Readonly<Partial<Record<(typeof zoneNames)[number], string>>>
  onChange: (patch: Readonly<Record<string, unknown>>) => void
}

/** The area, from country to region. */
export const ZonePart = ({ id, filter, onChange }: ZonePartProps) => (
  <FilterPart names={zoneNames} label={fieldLabel('zone')} id={id}>
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

/** A filter after changing some of its conditions; empty ones are removed. */
export const changedFilter = <F extends object>(filter: F, patch: Readonly<Record<string, unknown>>): F =>
  Object.fromEntries(Object.entries({ ...filter, ...patch }).filter(([, value]) => isGiven(value))) as F
