import { endpoints, factoryNames, originNames, type DeviceRow, type OutputOf } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../kit/form/without-nulls.ts'
import { useMe } from '../../session/me.tsx'
import { GatewayField } from './gateway-field.tsx'

const { device } = endpoints
type Detail = OutputOf<typeof device.detail>

const places = ['building', 'floor', 'roomNumber', 'place'] as const
const dates = ['installedOn', 'replaceBy', 'warrantyUntil'] as const
const origin = ['imei', ...originNames] as const
/** Customers and users do not see the factory's details, so these are not sent and stay as they are. */
const useOrigin = () => {
  const { accountType } = useMe().user
  const isPrivate = accountType === 'customer' || accountType === 'user'
  return isPrivate ? origin.filter((name) => name === 'imei' || !factoryNames.includes(name)) : origin
}

/** The fields for registering a device, in stock or at its place. */
const CreateDevice = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('device')
  const hints = t(($) => $.form, { returnObjects: true })
  return (
    <FormDialog
      drawer
      endpoint={device.create}
      title={t(($) => $.create)}
      invalidates={[endpoints.devicePreset.page]}
      fields={[
        { name: 'code', hint: hints.code },
        { name: 'modelId', source: endpoints.deviceModel.select, sourceInput: { devicesOnly: true } },
        'name',
        { name: 'communicationCode', hint: hints.communication },
        { name: 'projectId', source: endpoints.project.select, hint: hints.place },
        { name: 'gatewayId', control: <GatewayField />, hint: hints.gateway },
        ...places,
        ...dates,
        ...useOrigin(),
      ]}
      onClose={onClose}
    />
  )
}

const EditDevice = ({ detail, onClose }: { detail: Detail; onClose: () => void }) => {
  const { t } = useTranslation('device')
  const { id, version, modelId, name, communicationCode, imei, building, floor, roomNumber, place } = detail
  const { installedOn, replaceBy, warrantyUntil } = detail
  const { batch, producedOn, productionLine, qcResult, qcInspector, box, pallet, warehousedOn, shippedOn } = detail
  return (
    <FormDialog
      drawer
      endpoint={device.update}
      title={t(($) => $.edit)}
      initial={withoutNulls({
        modelId,
        name,
        communicationCode,
        imei,
        building,
        floor,
        roomNumber,
        place,
        installedOn,
        replaceBy,
        warrantyUntil,
        batch,
        producedOn,
        productionLine,
        qcResult,
        qcInspector,
        box,
        pallet,
        warehousedOn,
        shippedOn,
      })}
      hidden={{ id, version }}
      fields={[
        'name',
        { name: 'modelId', source: endpoints.deviceModel.select, sourceInput: { devicesOnly: true } },
        { name: 'communicationCode', hint: t(($) => $.form.communication) },
        ...places,
        ...dates,
        ...useOrigin(),
      ]}
      onClose={onClose}
    />
  )
}

/** Registers a device, or edits one as it was when the form opened. */
export default function DeviceForm({ row, onClose }: { row: DeviceRow | undefined; onClose: () => void }) {
  const id = row?.id
  const [detail, setDetail] = useState<Detail>()
  useEffect(() => {
    if (id === undefined) return
    let current = true
    call(device.detail, { id })
      .then((read) => current && setDetail(read))
      .catch(() => current && onClose())
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form keeps what it opened with
  }, [id])
  if (id === undefined) return <CreateDevice onClose={onClose} />
  return detail ? <EditDevice detail={detail} onClose={onClose} /> : null
}
