import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { inputFacts } from '../../kit/schema.ts'
import { DevicePicker, type PickedDevice } from './device-picker.tsx'
import type { OrderKind } from './order-kind.ts'
import { PhotosField } from './photos.tsx'

interface Devices {
  devices: readonly PickedDevice[]
  setDevices: (devices: readonly PickedDevice[]) => void
  firstCode?: string | undefined
}

/**
 * The fields shared by creating and editing an order. Addresses and engineers wait for the project, which the first device
 * determines.
 */
export const useOrderFields = (kind: OrderKind, { devices, setDevices, firstCode }: Devices) => {
  const { t } = useTranslation('order')
  const projectId = devices[0]?.projectId
  const ofProject = { readOnly: projectId === undefined, sourceInput: { projectId } }
  const most = inputFacts(kind.calls.create)['photos']?.maxItems ?? 1
  return {
    deviceIds: {
      name: 'deviceIds',
      hint: t(($) => $.form.lookUpHint),
      control: <DevicePicker kind={kind} devices={devices} onDevices={setDevices} firstCode={firstCode} />,
    },
    priority: 'priority',
    description: 'description',
    dueAt: 'dueAt',
    siteIds: {
      name: 'siteIds',
      source: endpoints.orderCommon.site,
      hint: projectId === undefined ? t(($) => $.form.deviceFirst) : t(($) => $.form.sitesHint),
      ...ofProject,
    },
    engineerIds: {
      name: 'engineerIds',
      source: endpoints.orderCommon.engineer,
      hint: projectId === undefined ? t(($) => $.form.deviceFirst) : t(($) => $.form.engineersHint),
      ...ofProject,
    },
    photos: { name: 'photos', control: <PhotosField most={most} /> },
  } as const
}
