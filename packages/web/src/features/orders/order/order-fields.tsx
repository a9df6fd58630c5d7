import { endpoints } from '@emberwatch/contract'
import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { inputFacts } from '../../../kit/schema.ts'
import { DevicePicker, type PickedDevice } from './device-picker.tsx'
import type { OrderKind } from './order-kind.ts'
import { PhotosField } from '../../base/file/photos.tsx'

interface Devices {
  devices: readonly PickedDevice[]
  setDevices: (devices: readonly PickedDevice[]) => void
  firstCode?: string | undefined
  /** Only for an order that is created for a project. */
  projectId?: number | undefined
  setProjectId?: (projectId: number | undefined) => void
}

interface ProjectFieldProps {
  id?: string
  value?: number
  onChange?: (projectId: number | undefined) => void
  onProject: (projectId: number | undefined) => void
}

/** The project of an order. Choices that depend on the previous project are dropped. */
const ProjectField = ({ id, value, onChange, onProject }: ProjectFieldProps) => {
  const form = Form.useFormInstance()
  return (
    <RemoteSelect
      {...(id === undefined ? {} : { id })}
      endpoint={endpoints.orderCommon.project}
      value={value}
      onChange={(next) => {
        form.setFieldsValue({ siteIds: undefined, engineerIds: undefined, modelIds: undefined, deviceIds: undefined })
        onProject(next)
        onChange?.(next)
      }}
    />
  )
}

type Values = Readonly<Record<string, unknown>>

/**
 * The fields shared by creating and editing an order. Addresses and engineers depend on the project, which is chosen, or
 * determined by the first device.
 */
export const useOrderFields = (kind: OrderKind, { devices, setDevices, firstCode, projectId, setProjectId }: Devices) => {
  const { t } = useTranslation('order')
  const words = t(($) => $.form, { returnObjects: true })
  const isRepair = kind.kind === 'repair'
  const project = isRepair ? (devices[0]?.projectId ?? undefined) : projectId
  const ofProject = { readOnly: project === undefined, sourceInput: { projectId: project } }
  const first = isRepair ? words.deviceFirst : words.projectFirst
  const most = inputFacts(kind.calls.create)['photos']?.maxItems ?? 1
  const covers = kind.kind === 'inspect' || kind.kind === 'maintenance'
  const isCreating = setProjectId !== undefined
  return {
    projectId: {
      name: 'projectId',
      control: (
        <ProjectField
          onProject={(next) => {
            setDevices([])
            setProjectId?.(next)
          }}
        />
      ),
    },
    coverage: covers
      ? {
          extra: 'coverage',
          label: fieldLabel('deviceIds'),
          control: (
            <Radio.Group
              defaultValue="all"
              options={(['all', 'models', 'devices'] as const).map((value) => ({ value, label: words.coverage[value] }))}
            />
          ),
        }
      : undefined,
    modelIds: {
      name: 'modelIds',
      source: endpoints.orderCommon.deviceModel,
      when: (values: Values) => values['coverage'] === 'models',
      ...ofProject,
      ...(project === undefined ? { hint: first } : {}),
    },
    deviceIds: {
      name: 'deviceIds',
      hint: isRepair ? words.lookUpHint : kind.kind === 'install' ? words.installHint : undefined,
      ...(covers && isCreating ? { when: (values: Values) => values['coverage'] === 'devices' } : {}),
      control: <DevicePicker kind={kind} projectId={projectId} devices={devices} onDevices={setDevices} firstCode={firstCode} />,
    },
    priority: 'priority',
    description: 'description',
    scheduledFrom: { name: 'scheduledFrom', section: 'schedule' },
    scheduledTo: 'scheduledTo',
    dueAt: 'dueAt',
    siteIds: {
      name: 'siteIds',
      section: 'people',
      source: endpoints.orderCommon.site,
      hint: project === undefined ? first : words.sitesHint,
      ...ofProject,
    },
    engineerIds: {
      name: 'engineerIds',
      source: endpoints.orderCommon.engineer,
      hint: project === undefined ? first : words.engineersHint,
      readOnly: project === undefined,
      sourceInput: { projectId: project, kind: kind.kind },
    },
    photos: { name: 'photos', control: <PhotosField most={most} /> },
  } as const
}
