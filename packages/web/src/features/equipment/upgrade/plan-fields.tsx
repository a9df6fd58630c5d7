import { upgradeWavesMax } from '@emberwatch/contract'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { TimeField } from '../../../kit/form/time-field.tsx'
import { clockOf } from './upgrade-words.ts'

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
