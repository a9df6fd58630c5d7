import { orderDevicePhotos, orderKindFacts, type OrderDetail } from '@emberwatch/contract'
import { useId, useState } from 'react'
import { CheckFields, answersOf, type CheckDrafts, problemsOf } from './check-fields.tsx'
import { label } from './enum-labels.ts'
import { PhotoField } from './photo-field.tsx'
import { addStep } from './offline-queue.ts'
import { t } from './texts.ts'
import { AreaField, Button, Choice, Sheet, showProblem, TextField } from './ui.tsx'
import { useDraft } from './use-draft.ts'

type Device = OrderDetail['devices'][number]

interface DeviceSheetProps {
  order: OrderDetail
  device: Device
  /** The next device without a result. */
  next: number | undefined
  onNext: (id: number) => void
  onClose: () => void
}

const texts = ['value', 'method', 'expected', 'actual', 'roomNumber'] as const
/** Maximum length; default 120. */
const most: Readonly<Partial<Record<string, number>>> = { value: 60, roomNumber: 40 }

/** The result of the work on one device. Stored on the phone with “Save”, and sent when there is a network. */
export const DeviceSheet = ({ order, device, next, onNext, onClose }: DeviceSheetProps) => {
  const facts = orderKindFacts[order.kind]
  const gateways = order.gateways ?? []
  const draft = useDraft(`${order.id}/device/${device.id}`, {
    result: device.result,
    note: device.note ?? '',
    value: device.value ?? '',
    method: device.method ?? '',
    expected: device.expected ?? '',
    actual: device.actual ?? '',
    gatewayId: device.gatewayId,
    roomNumber: device.roomNumber ?? '',
    photos: device.photos as readonly string[],
    checks: {} as CheckDrafts,
  })
  const gatewayField = useId()
  const [tried, setTried] = useState(false)
  const { value, set } = draft
  const asked = texts.filter((name) => (facts.records as readonly string[]).includes(name))
  const wrong = problemsOf(order, value.checks)

  const save = async (then: () => void) => {
    setTried(true)
    const { result } = value
    if (result === null || Object.keys(wrong).length > 0) return showProblem()
    const given = (name: (typeof texts)[number] | 'note') => (value[name].trim() === '' ? {} : { [name]: value[name].trim() })
    const checks = answersOf(order, value.checks, device.id)
    const photos = value.photos.length > 0 || device.photos.length > 0 ? { photos: [...value.photos] } : {}
    const gateway = value.gatewayId === null || result !== 'installed' ? {} : { gatewayId: value.gatewayId }
    const record = Object.assign({ deviceId: device.id, result }, given('note'), photos, gateway, ...asked.map(given))
    await addStep(
      'record',
      { id: order.id, devices: [record], ...(checks.length > 0 ? { checks } : {}) },
      { orderId: order.id, orderCode: order.code, about: [device.roomNumber, device.code].filter(Boolean).join(' · ') },
    )
    await draft.clear()
    then()
  }

  if (!draft.ready) return null
  return (
    <Sheet title={[device.roomNumber, device.name].filter(Boolean).join(' · ') || device.code} onClose={onClose}>
      <p className="m-code">{[device.code, device.modelName].filter(Boolean).join(' · ')}</p>
      <Choice
        label={t.device.result}
        options={facts.results.map((result) => ({ value: result, label: label('orderResult', result) }))}
        value={value.result}
        onChoose={(result) => set({ result })}
        error={tried && value.result === null ? t.device.chooseResult : undefined}
      />
      {asked.map((name) => (
        <TextField
          key={name}
          label={t.optional(t.device[name])}
          maxLength={most[name] ?? 120}
          value={value[name]}
          onText={(text) => set({ [name]: text })}
        />
      ))}
      {gateways.length > 0 && value.result === 'installed' && (
        <div className="m-field">
          <label htmlFor={gatewayField}>{t.optional(t.device.gateway)}</label>
          <select
            id={gatewayField}
            value={value.gatewayId ?? ''}
            onChange={({ target }) => set({ gatewayId: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">{t.none}</option>
            {gateways.map(({ id, code, name }) => (
              <option key={id} value={id}>
                {[code, name].filter(Boolean).join(' · ')}
              </option>
            ))}
          </select>
        </div>
      )}
      <CheckFields
        order={order}
        deviceId={device.id}
        drafts={value.checks}
        problems={tried ? wrong : {}}
        onChange={(checks) => set({ checks })}
      />
      <PhotoField
        label={t.optional(t.device.photos)}
        photos={value.photos}
        most={orderDevicePhotos}
        onChange={(photos) => set({ photos })}
      />
      <AreaField label={t.optional(t.device.note)} rows={2} maxLength={200} value={value.note} onText={(note) => set({ note })} />
      <div className="m-actions">
        {next !== undefined && (
          <Button kind="primary" onClick={() => void save(() => onNext(next))}>
            {t.device.saveNext}
          </Button>
        )}
        <Button kind={next === undefined ? 'primary' : 'plain'} onClick={() => void save(onClose)}>
          {t.save}
        </Button>
      </div>
    </Sheet>
  )
}
