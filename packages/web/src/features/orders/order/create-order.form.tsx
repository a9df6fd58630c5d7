import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import type { PickedDevice } from './device-picker.tsx'
import { useOrderFields } from './order-fields.tsx'
import type { OrderKind } from './order-kind.ts'
import { useOrderSource, type SourceIds } from './use-order-source.ts'

interface CreateOrderProps {
  kind: OrderKind
  /** What the order is created from, if anything. */
  from: SourceIds
  deviceCode: string | undefined
  /** The project, if it is fixed. */
  projectId: number | undefined
  /** The same call at another address. */
  endpoint?: OrderKind['calls']['create']
  onClose: () => void
}

/** Creates an order: a repair order from its devices, the others from their project. */
export default function CreateOrder({ kind, from, deviceCode, projectId: firstProject, endpoint, onClose }: CreateOrderProps) {
  const { t } = useTranslation('order')
  const [devices, setDevices] = useState<readonly PickedDevice[]>([])
  const [projectId, setProjectId] = useState(firstProject)
  const source = useOrderSource(from, deviceCode)
  const isRepair = kind.kind === 'repair'
  const fields = useOrderFields(kind, {
    devices,
    setDevices,
    firstCode: source.deviceCode,
    ...(isRepair ? {} : { projectId, setProjectId }),
  })
  // The form is prefilled from its source, so it waits for it. It also works without the source.
  if (source.isLoading) return null
  const { deviceIds, modelIds, priority, description, scheduledFrom, scheduledTo, dueAt, siteIds, engineerIds, photos } = fields
  const covered = isRepair ? [deviceIds] : [fields.projectId, ...(fields.coverage ? [fields.coverage, modelIds] : []), deviceIds]
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={endpoint ?? kind.calls.create}
      title={t(($) => $.kinds[kind.kind].create)}
      saved={t(($) => $.done.create)}
      initial={{
        priority: source.priority ?? 'normal',
        ...(firstProject === undefined || isRepair ? {} : { projectId: firstProject }),
        ...(source.description === undefined ? {} : { description: source.description }),
        ...(source.photos === undefined ? {} : { photos: [...source.photos] }),
      }}
      hidden={source.ids}
      fields={[...covered, priority, description, scheduledFrom, scheduledTo, dueAt, siteIds, engineerIds, photos]}
      onClose={onClose}
    >
      {source.notice && <Alert className="ew-form-alert" type={source.notice.type} showIcon title={source.notice.text} />}
    </FormDialog>
  )
}
