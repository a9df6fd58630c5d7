import { endpoints, factoryNames, originNames, type DeviceRow, type OutputOf } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/hooks.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useMe } from '../../../session/me.tsx'
import { GatewayField } from './gateway-field.tsx'

const { device } = endpoints
type Detail = OutputOf<typeof device.detail>

const places = [{ name: 'building', section: 'place' }, 'floor', 'roomNumber', 'place'] as const
const dates = [{ name: 'installedOn', section: 'dates' }, 'replaceBy', 'warrantyUntil'] as const
const origin = ['imei', ...originNames] as const
/** Customers and users do not see the factory's details, so these are not sent and stay as they are. `folds` closes them at first. */
const useOrigin = (folds = false) => {
  const { accountType } = useMe().user
  const isPrivate = accountType === 'customer' || accountType === 'user'
  const shown = isPrivate ? origin.filter((name) => name === 'imei' || !factoryNames.includes(name)) : origin
  return shown.map((name) => (name === 'imei' ? { name, section: 'origin' as const, folds } : name))
}

/** Gateways address their devices by it, except those that report over NB-IoT on their own. */
const useCommunicationField = (hint: string) => {
  const { data: ownNetwork } = useCall(endpoints.deviceModel.select, { network: 'nbIot' })
  return {
    name: 'communicationCode',
    hint,
    requiredWhen: ({ modelId }: Readonly<Record<string, unknown>>) =>
      modelId !== undefined && ownNetwork?.some(({ value }) => value === modelId) === false,
  } as const
}

/** The fields for registering a device, in stock or at its place. */
const CreateDevice = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('device')
  const hints = t(($) => $.form, { returnObjects: true })
  const communication = useCommunicationField(hints.communication)
  return (
    <FormDialog
      drawer
      endpoint={device.create}
      title={t(($) => $.create)}
      fields={[
        { name: 'code', hint: hints.code },
        { name: 'modelId', source: endpoints.deviceModel.select, sourceInput: { devicesOnly: true } },
        'name',
        communication,
        { name: 'projectId', source: endpoints.project.select, hint: hints.place },
        { name: 'gatewayId', control: <GatewayField />, hint: hints.gateway, half: true },
        ...places,
        ...dates.map((field) => (typeof field === 'string' ? field : { ...field, folds: true })),
        ...useOrigin(true),
      ]}
      onClose={onClose}
    />
  )
}

const EditDevice = ({ detail, onClose }: { detail: Detail; onClose: () => void }) => {
  const { t } = useTranslation('device')
  const communication = useCommunicationField(t(($) => $.form.communication))
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
        communication,
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
