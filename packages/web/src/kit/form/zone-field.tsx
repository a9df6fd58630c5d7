import { Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { fieldLabel } from '../../i18n/i18n.ts'

const CascaderField = lazy(() => import('../list/cascader-field.tsx'))

const names = ['country', 'province', 'city', 'region'] as const

/** Area codes from the country down, as far as chosen. */
export type Zone = Partial<Record<(typeof names)[number], string>>

const chosenOf = (values: Partial<Record<(typeof names)[number], string | null>>): Zone =>
  Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

interface ZoneControlProps {
  zone: Zone
  onZone: (zone: Zone) => void
  id?: string
  onChange?: (zone: Zone) => void
}

const ZoneControl = ({ zone, onZone, id = '', onChange }: ZoneControlProps) => {
  const take = (next: Zone) => {
    onZone(next)
    onChange?.(next)
  }
  return (
    <Suspense fallback={<Input id={id} disabled />}>
      <CascaderField id={id} source="address" names={names} values={{ ...zone }} onChange={(patch) => take(chosenOf(patch))} />
    </Suspense>
  )
}

/** country, province, city and region of a call as one field: `field` is for the form's fields, `zone` for the values sent along. */
export const useZoneField = (initial: Parameters<typeof chosenOf>[0] = {}) => {
  const [zone, setZone] = useState<Zone>(() => chosenOf(initial))
  return { zone, field: { extra: 'zone', label: fieldLabel('zone'), control: <ZoneControl zone={zone} onZone={setZone} /> } }
}
