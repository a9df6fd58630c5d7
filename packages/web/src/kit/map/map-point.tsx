import { convertPosition, endpoints, enums, type FoundPlace, type Position } from '@emberwatch/contract'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { enumLabel, fieldLabel } from '../../i18n/i18n.ts'
import { MapView } from './map-view.tsx'
import { positionProblem, type PositionDraft, roundDegrees } from './position.ts'
import './map.css'

interface MapPointProps {
  /** What is at the point, for the map's label. */
  label: string
  /** The form field with the address, which the search can use. */
  addressField?: string
  /** A circle around the point, in metres. */
  radiusM?: number | undefined
  id?: string
  value?: PositionDraft | null
  onChange?: (value: PositionDraft | undefined) => void
}

const systems = enums.coordinateSystem.map((value) => ({ value, label: enumLabel('coordinateSystem', value) }))

const isComplete = (value: PositionDraft | null | undefined): value is Position =>
  value !== null && value !== undefined && positionProblem(value) === undefined

/** Looks up an address; the user chooses from the results, because addresses are ambiguous. */
const AddressSearch = ({ addressField, onFound }: { addressField: string; onFound: (place: FoundPlace) => void }) => {
  const { t } = useTranslation('map')
  const written: unknown = Form.useWatch(addressField)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<{ result: 'found' | 'no_data' | 'error'; places: readonly FoundPlace[] }>()
  const search = async (address: string) => {
    if (address.trim() === '' || busy) return
    setBusy(true)
    setText(address)
    try {
      const answer = await call(endpoints.map.geocode, { address: address.trim().slice(0, 200) }, { quiet: true })
      setFound(answer)
      const [only, ...more] = answer.places
      if (only && more.length === 0) onFound(only)
    } catch {
      setFound({ result: 'error', places: [] })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="ew-map-search">
      <Input.Search
        value={text}
        maxLength={200}
        loading={busy}
        enterButton={t(($) => $.search)}
        placeholder={t(($) => $.searchHint)}
        aria-label={t(($) => $.searchLabel)}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={(event) => event.preventDefault()}
        onSearch={(address) => void search(address)}
      />
      {typeof written === 'string' && written.trim() !== '' && (
        <Button type="link" size="small" onClick={() => void search(written)}>
          {t(($) => $.useAddress)}
        </Button>
      )}
      <div role="status">
        {found && found.result !== 'found' && <p className="ew-map-problem">{enumLabel('geocodeResult', found.result)}</p>}
        {found?.places.some(({ approximate }) => approximate) && <p className="ew-muted">{t(($) => $.approximate)}</p>}
      </div>
      {found && found.places.length > 1 && (
        <ul className="ew-map-found">
          {found.places.map((place) => (
            <li key={`${place.label} ${place.latitude} ${place.longitude}`}>
              <Button type="link" size="small" onClick={() => onFound(place)}>
                {place.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * A form control for a position: chosen on the map, found by an address, or entered together with the coordinate system of the
 * numbers. `value` is `{ latitude, longitude, coordinateSystem }`, as in the contract's `position()`; give the field
 * `positionRule` as well.
 */
export const MapPoint = ({ label, addressField = 'address', radiusM, id, value, onChange }: MapPointProps) => {
  const { t } = useTranslation('map')
  const own = useId()
  const system = value?.coordinateSystem ?? 'WGS84'
  const change = (part: PositionDraft) => {
    const next = { coordinateSystem: system, ...value, ...part }
    const isEmpty = [next.latitude, next.longitude].every((degree) => degree === null || degree === undefined)
    onChange?.(isEmpty ? undefined : next)
  }
  /** A position from the map or the search, converted to the coordinate system that was chosen. */
  const take = ({ latitude, longitude, coordinateSystem }: Position) => {
    const kept = convertPosition({ latitude, longitude, coordinateSystem }, system)
    onChange?.({ latitude: roundDegrees(kept.latitude), longitude: roundDegrees(kept.longitude), coordinateSystem: system })
  }
  const position = isComplete(value) ? value : null
  const place = { id: 'point', label, position, ...(radiusM ? { radiusM } : {}) }
  const degrees = (name: 'latitude' | 'longitude', inputId: string) => (
    <label htmlFor={inputId}>
      <span>{fieldLabel(name)}</span>
      {/* No bounds here: a number out of range is refused with a message, not silently changed. */}
      <InputNumber<number>
        id={inputId}
        className="ew-full"
        value={value?.[name] ?? null}
        controls={false}
        onChange={(next) => change({ [name]: next })}
      />
    </label>
  )
  return (
    <div className="ew-map-point">
      <AddressSearch addressField={addressField} onFound={take} />
      <MapView label={label} points={position ? [place] : []} onPick={take} withoutList />
      <div className="ew-map-numbers">
        {degrees('latitude', id ?? `${own}latitude`)}
        {degrees('longitude', `${own}longitude`)}
        <label htmlFor={`${own}system`}>
          <span>{fieldLabel('coordinateSystem')}</span>
          <Select
            id={`${own}system`}
            className="ew-full"
            value={system}
            options={systems}
            onChange={(next) => onChange?.({ ...value, coordinateSystem: next })}
          />
        </label>
        <Button type="link" onClick={() => onChange?.(undefined)}>
          {t(($) => $.clear)}
        </Button>
      </div>
      <p className="ew-muted">{t(($) => $.systemHint)}</p>
    </div>
  )
}
