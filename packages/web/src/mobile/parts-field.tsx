import type { OrderDetail } from '@emberwatch/contract'
import { useId } from 'react'
import { t } from './texts.ts'
import { Button, TextField } from './ui.tsx'

export interface PartDraft {
  readonly name: string
  readonly quantity: string
  /** The device that was replaced by the one in stock with `newCode`. */
  readonly deviceId: number | null
  readonly newCode: string
}

interface PartsFieldProps {
  devices: OrderDetail['devices']
  parts: readonly PartDraft[]
  problems: readonly (string | undefined)[]
  onChange: (parts: PartDraft[]) => void
}

const mostParts = 50

/** The parts that were used or replaced. */
export const PartsField = ({ devices, parts, problems, onChange }: PartsFieldProps) => {
  const id = useId()
  const set = (index: number, change: Partial<PartDraft>) =>
    onChange(parts.map((part, place) => (place === index ? { ...part, ...change } : part)))
  return (
    <fieldset className="m-plain-set m-parts">
      <legend>{t.optional(t.complete.parts)}</legend>
      {parts.map((part, index) => (
        <div key={index} className="m-part">
          <TextField
            label={t.complete.partName}
            maxLength={60}
            value={part.name}
            onText={(name) => set(index, { name })}
            error={problems[index]}
          />
          <TextField
            label={t.complete.quantity}
            inputMode="numeric"
            maxLength={4}
            value={part.quantity}
            onText={(quantity) => set(index, { quantity })}
          />
          <div className="m-field">
            <label htmlFor={`${id}-${index}`}>{t.optional(t.complete.swapped)}</label>
            <select
              id={`${id}-${index}`}
              value={part.deviceId ?? ''}
              onChange={({ target }) =>
                // The code belongs to a replaced device, and is hidden without one.
                set(index, target.value === '' ? { deviceId: null, newCode: '' } : { deviceId: Number(target.value) })
              }
            >
              <option value="">{t.none}</option>
              {devices
                .filter(({ here }) => here)
                .map((device) => (
                  <option key={device.id} value={device.id}>
                    {[device.roomNumber, device.code].filter(Boolean).join(' · ')}
                  </option>
                ))}
            </select>
          </div>
          {part.deviceId !== null && (
            <TextField
              label={t.complete.newCode}
              maxLength={40}
              autoCapitalize="characters"
              value={part.newCode}
              onText={(newCode) => set(index, { newCode })}
            />
          )}
          <Button onClick={() => onChange(parts.filter((_, place) => place !== index))}>{t.complete.removePart}</Button>
        </div>
      ))}
      {parts.length < mostParts && (
        <Button onClick={() => onChange([...parts, { name: '', quantity: '1', deviceId: null, newCode: '' }])}>
          {t.complete.addPart}
        </Button>
      )}
    </fieldset>
  )
}
