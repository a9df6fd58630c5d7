import type { OrderDetail } from '@emberwatch/contract'
import { useState } from 'react'
import { AddDeviceSheet } from './add-device-sheet.tsx'
import { DeviceSheet } from './device-sheet.tsx'
import { label } from './enum-labels.ts'
import type { Step } from './steps.ts'
import { t } from './texts.ts'
import { Button, Tag, type Tone } from './ui.tsx'

type Device = OrderDetail['devices'][number]

/** Results after which a device needs further work (contract: order.kinds.ts, badResults, and results for what could not be done). */
const toneOf = (result: NonNullable<Device['result']>): Tone => {
  if (result === 'abnormal' || result === 'fail') return 'danger'
  if (['notAccessible', 'notTested', 'notInstalled', 'notPossible', 'partly'].includes(result)) return 'fault'
  return 'normal'
}

const isWaiting = (device: Device, steps: readonly Step[]): boolean =>
  steps.some((step) => step.name === 'record' && step.input.devices.some(({ deviceId }) => deviceId === device.id))

interface DeviceListProps {
  order: OrderDetail
  steps: readonly Step[]
  mayRecord: boolean
}

/** The devices of an order, each with its result. */
export const DeviceList = ({ order, steps, mayRecord }: DeviceListProps) => {
  const [search, setSearch] = useState('')
  const [onlyOpen, setOnlyOpen] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const [adding, setAdding] = useState(false)
  const keyword = search.trim().toLowerCase()
  const shown = order.devices.filter(
    ({ code, name, roomNumber, result }) =>
      (!onlyOpen || result === null) &&
      (keyword === '' || [code, name, roomNumber ?? ''].some((text) => text.toLowerCase().includes(keyword))),
  )
  const device = order.devices.find(({ id }) => id === chosen)
  const done = order.devices.filter(({ result }) => result !== null).length
  /** The next device without a result, or else the first of all. */
  const nextOf = (id: number): number | undefined => {
    const place = order.devices.findIndex((each) => each.id === id)
    const open = [...order.devices.slice(place + 1), ...order.devices.slice(0, place)]
    return open.find(({ result }) => result === null)?.id
  }
  return (
    <section>
      <h2>
        {t.order.devices} {done}/{order.devices.length}
      </h2>
      {order.devices.length > 6 && (
        <>
          <input
            type="search"
            className="m-search"
            aria-label={t.order.filter}
            placeholder={t.order.filter}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <label className="m-tick">
            <input type="checkbox" checked={onlyOpen} onChange={(event) => setOnlyOpen(event.target.checked)} />
            {t.order.onlyOpen}
          </label>
        </>
      )}
      <ul className="m-devices">
        {shown.map((each) => {
          const text = (
            <>
              <span>
                <strong>{[each.roomNumber, each.name].filter(Boolean).join(' · ') || each.code}</strong>
                <small>{[each.code, each.modelName].filter(Boolean).join(' · ')}</small>
                {each.note !== null && each.note !== '' && <small>{each.note}</small>}
                {each.photos.length > 0 && <small>{t.photo.count(each.photos.length)}</small>}
              </span>
              <span className="m-device-state">
                {each.result === null ? (
                  <Tag>{t.order.noResult}</Tag>
                ) : (
                  <Tag tone={toneOf(each.result)}>{label('orderResult', each.result)}</Tag>
                )}
                {isWaiting(each, steps) && <Tag tone="info">{t.device.waits}</Tag>}
              </span>
            </>
          )
          return (
            <li key={each.id}>
              {mayRecord ? (
                <button type="button" onClick={() => setChosen(each.id)}>
                  {text}
                </button>
              ) : (
                <div>{text}</div>
              )}
            </li>
          )
        })}
      </ul>
      {mayRecord && order.kind === 'install' && <Button onClick={() => setAdding(true)}>{t.scan.add}</Button>}
      {adding && <AddDeviceSheet order={order} onClose={() => setAdding(false)} />}
      {device && (
        <DeviceSheet
          key={device.id}
          order={order}
          device={device}
          next={nextOf(device.id)}
          onNext={setChosen}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  )
}
