import type { OrderDetail } from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import type { PickedDevice } from './device-picker.tsx'
import { useOrderFields } from './order-fields.tsx'
import type { OrderKind } from './order-kind.ts'

/** Maximum number of devices listed in the form. */
const mostListed = 100

interface EditOrderProps {
  kind: OrderKind
  onClose: () => void
}

/** Edits an order that nobody has accepted yet, as it was when the form opened: `order` does not follow live events. */
const EditForm = ({ kind, order, onClose }: EditOrderProps & { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const { id, version, priority, description, scheduledFrom, scheduledTo, dueAt, photos, sites, projectId, projectName } = order
  const [devices, setDevices] = useState<readonly PickedDevice[]>(() =>
    order.devices.map((device) => ({ ...device, projectId, projectName, openOrderCode: null })),
  )
  const isRepair = kind.kind === 'repair'
  const fields = useOrderFields(kind, { devices, setDevices, ...(isRepair ? {} : { projectId }) })
  // An order for a whole building keeps its devices.
  const editsDevices = order.devices.length <= mostListed
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={kind.calls.edit}
      title={t(($) => $.kinds[kind.kind].edit)}
      saved={t(($) => $.done.edit)}
      initial={{
        ...(editsDevices ? { deviceIds: devices.map((device) => device.id) } : {}),
        priority,
        description,
        siteIds: sites.map((site) => site.id),
        photos,
        ...(scheduledFrom === null ? {} : { scheduledFrom }),
        ...(scheduledTo === null ? {} : { scheduledTo }),
        ...(dueAt === null ? {} : { dueAt }),
      }}
      hidden={{ id, version }}
      fields={[
        ...(editsDevices ? [fields.deviceIds] : []),
        fields.priority,
        fields.description,
        fields.scheduledFrom,
        fields.scheduledTo,
        fields.dueAt,
        fields.siteIds,
        fields.photos,
      ]}
      onClose={onClose}
    />
  )
}

export default function EditOrder({ kind, id, onClose }: EditOrderProps & { id: number }) {
  const { data, isFetching } = useCall(kind.calls.detail, { id })
  const [opened, setOpened] = useState<OrderDetail>()
  if (data && !isFetching && !opened) setOpened(data)
  return opened ? <EditForm kind={kind} order={opened} onClose={onClose} /> : null
}
