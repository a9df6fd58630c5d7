import { endpoints, orderDevicePhotos, type EnumValue, type OrderDevice, type OrderDeviceRecord } from '@emberwatch/contract'
import { Form, Input, Pagination, Select } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { DevicePicker, type PickedDevice } from './device-picker.tsx'
import { changedResults, defaultResult, storedResult, type DeviceResult, type OrderResult } from './device-results.ts'
import type { OrderKind } from './order-kind.ts'
import { PhotosField } from '../../base/file/photos.tsx'

/** Maximum number of devices rendered at once, because an order may cover a whole building. */
const pageSize = 30

interface ResultsFieldProps {
  kind: OrderKind
  projectId: number
  devices: readonly OrderDevice[]
  onChange?: (results: OrderDeviceRecord[]) => void
}

interface DeviceLineProps {
  kind: OrderKind
  projectId: number
  device: Pick<OrderDevice, 'id' | 'code' | 'name' | 'roomNumber'>
  own: DeviceResult | undefined
  onChange: (patch: Partial<DeviceResult>) => void
}

/** Maximum length; default 120. */
const most: Readonly<Partial<Record<string, number>>> = { value: 60, roomNumber: 40 }

/** One device with its result and the values that its kind of order records. */
const DeviceLine = ({ kind, projectId, device: { code, name, roomNumber }, own, onChange }: DeviceLineProps) => {
  const { t } = useTranslation('order')
  const file = useTranslation('file').t
  const labels = t(($) => $.results.records, { returnObjects: true })
  const text = (field: 'value' | 'method' | 'expected' | 'actual' | 'roomNumber') => (
    <Input
      key={field}
      aria-label={t(($) => $.results.of, { code, what: labels[field] })}
      placeholder={labels[field]}
      maxLength={most[field] ?? 120}
      value={own?.[field] ?? ''}
      onChange={(event) => onChange({ [field]: event.target.value || undefined })}
    />
  )
  return (
    <li>
      <div>
        <strong>{code}</strong> {name}
        {roomNumber && <span className="ew-muted"> · {t(($) => $.form.room, { room: roomNumber })}</span>}
      </div>
      <Select<OrderResult>
        aria-label={t(($) => $.results.result, { code })}
        placeholder={fieldLabel('result')}
        value={own?.result ?? null}
        options={kind.results.map((one) => ({ value: one, label: enumLabel('orderResult', one) }))}
        onChange={(result) => onChange({ result })}
      />
      {kind.records.map((field) =>
        field === 'gatewayId' ? (
          <RemoteSelect
            key={field}
            endpoint={endpoints.gateway.select}
            input={{ projectId }}
            label={t(($) => $.results.of, { code, what: labels.gatewayId })}
            value={own?.gatewayId}
            onChange={(gatewayId) => onChange({ gatewayId })}
          />
        ) : (
          text(field)
        ),
      )}
      <Input
        aria-label={t(($) => $.results.note, { code })}
        placeholder={t(($) => $.results.notePlaceholder)}
        maxLength={200}
        value={own?.note ?? ''}
        onChange={(event) => onChange({ note: event.target.value || undefined })}
      />
      <PhotosField
        compact={file(($) => $.photos.ofDevice, { code })}
        most={orderDevicePhotos}
        value={[...(own?.photos ?? [])]}
        onChange={(photos) => onChange({ photos })}
      />
    </li>
  )
}

/**
 * The result for each device. It follows the order's outcome until it is set itself. Holds what the server does not have yet. For
 * an installation, devices that were not planned are added by their code.
 */
export const ResultsField = ({ kind, projectId, devices, onChange }: ResultsFieldProps) => {
  const saysRoom = kind.records.includes('roomNumber')
  const [added, setAdded] = useState<readonly PickedDevice[]>([])
  const [records, setRecords] = useState<ReadonlyMap<number, DeviceResult>>(
    () => new Map(devices.map((device) => [device.id, storedResult(device, saysRoom)])),
  )
  const [page, setPage] = useState(1)
  const outcome = Form.useWatch<EnumValue<'completeType'> | undefined>('completeType')
  const followed = useRef<OrderResult>(undefined)

  const take = (next: ReadonlyMap<number, DeviceResult>) => {
    setRecords(next)
    onChange?.(changedResults([...next.values()], devices, saysRoom))
  }
  const follow = useEffectEvent((completeType: EnumValue<'completeType'>) => {
    const result = defaultResult(kind.kind, completeType)
    const stored = new Set(devices.flatMap((device) => (device.result === null ? [] : [device.id])))
    const follows = (one: DeviceResult) =>
      !stored.has(one.deviceId) && (one.result === undefined || one.result === followed.current)
    take(new Map([...records].map(([id, one]) => [id, follows(one) ? { ...one, result } : one])))
    followed.current = result
  })
  useEffect(() => {
    if (outcome) follow(outcome)
  }, [outcome])

  const all = [...devices, ...added.filter(({ id }) => !devices.some((device) => device.id === id))]
  const change = (deviceId: number, patch: Partial<DeviceResult>) =>
    take(new Map(records).set(deviceId, { ...records.get(deviceId), deviceId, ...patch }))
  const addDevices = (next: readonly PickedDevice[]) => {
    setAdded(next)
    const ids = new Set([...devices, ...next].map(({ id }) => id))
    const kept = [...records].filter(([id]) => ids.has(id))
    const fresh = next
      .filter(({ id }) => !records.has(id))
      .map(({ id }) => [id, { deviceId: id, result: 'installed' as const }] as const)
    take(new Map<number, DeviceResult>([...kept, ...fresh]))
  }

  return (
    <>
      {kind.kind === 'install' && (
        <DevicePicker kind={kind} projectId={projectId} devices={added} onDevices={addDevices} detached />
      )}
      <ul className="ew-results">
        {all.slice((page - 1) * pageSize, page * pageSize).map((device) => (
          <DeviceLine
            key={device.id}
            kind={kind}
            projectId={projectId}
            device={device}
            own={records.get(device.id)}
            onChange={(patch) => change(device.id, patch)}
          />
        ))}
      </ul>
      {all.length > pageSize && (
        <Pagination simple current={page} pageSize={pageSize} total={all.length} showSizeChanger={false} onChange={setPage} />
      )}
    </>
  )
}
