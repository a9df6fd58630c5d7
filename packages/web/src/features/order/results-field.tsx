import { enums, type EnumValue, type OutputOf } from '@emberwatch/contract'
import { Form, Input, Select } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../i18n/i18n.ts'
import type { OrderKind } from './order-kind.ts'

type CompletionResult = EnumValue<'completeType'>

export interface DeviceResult {
  deviceId: number
  result?: CompletionResult | undefined
  note?: string | undefined
}

export const eachHasResult = (results: readonly DeviceResult[]): boolean => results.every(({ result }) => result !== undefined)

interface ResultsFieldProps {
  devices: OutputOf<OrderKind['calls']['deviceList']>
  value?: DeviceResult[]
  onChange?: (results: DeviceResult[]) => void
}

/** The result for each device. Follows the order's result until it is set itself. */
export const ResultsField = ({ devices, value: given, onChange }: ResultsFieldProps) => {
  const { t } = useTranslation('order')
  const value: readonly DeviceResult[] = given ?? devices.map(({ id }) => ({ deviceId: id }))
  const outcome = Form.useWatch<CompletionResult | undefined>('completeType')
  const followed = useRef<CompletionResult>(undefined)
  const follow = useEffectEvent((next: CompletionResult) => {
    onChange?.(value.map((one) => (one.result === undefined || one.result === followed.current ? { ...one, result: next } : one)))
    followed.current = next
  })
  useEffect(() => {
    if (outcome) follow(outcome)
  }, [outcome])

  const change = (deviceId: number, patch: Partial<DeviceResult>) =>
    onChange?.(value.map((one) => (one.deviceId === deviceId ? { ...one, ...patch } : one)))

  return (
    <ul className="ew-results">
      {devices.map(({ id, code, name, roomNumber }) => {
        const own = value.find(({ deviceId }) => deviceId === id)
        return (
          <li key={id}>
            <div>
              <strong>{code}</strong> {name}
              {roomNumber && <span className="ew-muted"> · {t(($) => $.form.room, { room: roomNumber })}</span>}
            </div>
            <Select<CompletionResult>
              aria-label={t(($) => $.results.result, { code })}
              placeholder={fieldLabel('result')}
              value={own?.result ?? null}
              options={enums.completeType.map((one) => ({ value: one, label: enumLabel('completeType', one) }))}
              onChange={(result) => change(id, { result })}
            />
            <Input
              aria-label={t(($) => $.results.note, { code })}
              placeholder={t(($) => $.results.notePlaceholder)}
              maxLength={200}
              value={own?.note ?? ''}
              onChange={(event) => change(id, { note: event.target.value || undefined })}
            />
          </li>
        )
      })}
    </ul>
  )
}
