import { endpoints, type UpgradeFilter, upgradeWavesMax } from '@emberwatch/contract'
import { Input, Select, Button, InputNumber } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { changedFilter, FilterPart, ZonePart } from '../../../kit/filter-parts.tsx'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { useCan } from '../../../session/me.tsx'
import { TimeField } from '../../../kit/form/time-field.tsx'
import { clockOf } from './upgrade-cells.tsx'

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

interface WavesFieldProps {
  id?: string
  /** Null if nothing has been entered yet. */
  value?: (number | null)[]
  onChange?: (waves: (number | null)[]) => void
}

/** Cumulative percentages, one per line. */
export const WavesField = ({ id, value = [100], onChange }: WavesFieldProps) => {
  const { t } = useTranslation('upgrade')
  const change = (next: (number | null)[]) => onChange?.(next)
  // The new wave is inserted before the last one, which includes all devices.
  const add = () => {
    const before = value.at(-2) ?? 0
    change([...value.slice(0, -1), Math.min(99, Math.max(before + 1, Math.round((before + 100) / 2))), value.at(-1) ?? 100])
  }
  return (
    <div id={id} tabIndex={-1}>
      {value.map((share, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- a wave is its place in the row
        <div className="ew-upgrade-row" key={n}>
          <InputNumber
            aria-label={t(($) => $.waveN, { n: n + 1 })}
            prefix={t(($) => $.waveN, { n: n + 1 })}
            suffix="%"
            precision={0}
            value={share}
            onChange={(typed) => change(value.map((one, at) => (at === n ? typed : one)))}
          />
          {value.length > 1 && n < value.length - 1 && (
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t(($) => $.removeWave, { n: n + 1 })}
              onClick={() => change(value.filter((_one, at) => at !== n))}
            />
          )}
        </div>
      ))}
      <Button icon={<PlusOutlined aria-hidden />} disabled={value.length >= upgradeWavesMax} onClick={add}>
        {t(($) => $.addWave)}
      </Button>
    </div>
  )
}

interface MinuteFieldProps {
  id?: string
  value?: number | null
  onChange?: (minutes: number | undefined) => void
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A time of day, stored as minutes since midnight. */
export const MinuteField = ({ id, value, onChange }: MinuteFieldProps) => (
  <TimeField
    {...(id === undefined ? {} : { id })}
    minuteStep={5}
    allowClear
    value={typeof value === 'number' ? clockOf(value) : undefined}
    onChange={(time) => onChange?.(time === undefined ? undefined : minutesOf(time))}
  />
)
