import type { endpoints, InputOf } from '@emberwatch/contract'
import { InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../../kit/schema.ts'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { companyKind, type CompanyKindFacts } from './company-kind.ts'
import './company.css'

/** Placeholder for a parent that has not been chosen yet; no value means one's own company. */
export const parentMissing = null

interface ParentFieldProps {
  kinds: readonly CompanyKindFacts['kind'][]
  /** Name of one's own company. */
  own: string
  id?: string
  value?: number | null
  onChange?: (companyId: number | null | undefined) => void
}

/** The company above: one's own, or one of a kind below it. */
export const ParentField = ({ kinds, own, id, value, onChange }: ParentFieldProps) => {
  const { t } = useTranslation('company')
  const [kind, setKind] = useState<(typeof kinds)[number]>()
  const common = id === undefined ? {} : { id }
  return (
    <div className="ew-parent">
      <Radio.Group
        aria-label={labelOf('parentId')}
        value={kind ?? ''}
        options={[{ value: '' as const, label: own }, ...kinds.map((one) => ({ value: one, label: t(($) => $.kinds[one].one) }))]}
        onChange={({ target }) => {
          const next = kinds.find((one) => one === target.value)
          setKind(next)
          onChange?.(next === undefined ? undefined : parentMissing)
        }}
      />
      {kind && (
        <RemoteSelect
          key={kind}
          {...common}
          endpoint={companyKind(kind).calls.select}
          value={value ?? undefined}
          onChange={(next) => onChange?.(next ?? parentMissing)}
        />
      )}
    </div>
  )
}

type Quotas = NonNullable<InputOf<typeof endpoints.distributor.update>['quotas']>
const limited = ['accounts', 'projects', 'devices', 'storage'] as const

interface QuotasFieldProps {
  id?: string
  value?: Quotas
  onChange?: (quotas: Quotas | undefined) => void
}

/** The quotas of a company including all below it; empty means no limit. */
export const QuotasField = ({ id, value = {}, onChange }: QuotasFieldProps) => {
  const { t } = useTranslation('company')
  const change = (name: (typeof limited)[number], most: number | null) => {
    const { [name]: _old, ...rest } = value
    onChange?.(most === null ? rest : { ...rest, [name]: most })
  }
  return (
    <div className="ew-quotas">
      {limited.map((name, index) => (
        <label key={name}>
          <span>{t(($) => $.columns[name])}</span>
          <InputNumber
            {...(index === 0 && id !== undefined ? { id } : {})}
            className="ew-full"
            precision={0}
            placeholder={t(($) => $.form.unlimited)}
            value={value[name] ?? null}
            onChange={(most) => change(name, most)}
          />
        </label>
      ))}
    </div>
  )
}
