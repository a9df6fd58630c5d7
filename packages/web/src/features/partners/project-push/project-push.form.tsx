import { chosenPushEvents, endpoints, type ProjectPushRow } from '@emberwatch/contract'
import { Alert, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { RemoteSelect } from '../../../kit/remote-select.tsx'

const projectPush = endpoints.projectPush

interface ChoiceProps {
  id?: string
  /** The project, if it is fixed; otherwise it is chosen in the form. */
  fixed: number | undefined
}

const useProjectId = (fixed: number | undefined): number | undefined => {
  const chosen = Form.useWatch<number | undefined>('projectId')
  return fixed ?? chosen
}

const EndpointChoice = ({ fixed, ...field }: ChoiceProps) => {
  const projectId = useProjectId(fixed)
  return (
    <RemoteSelect {...field} endpoint={endpoints.pushEndpoint.select} input={{ projectId }} disabled={projectId === undefined} />
  )
}

const InProject = ({
  fixed,
  endpoint,
  ...field
}: ChoiceProps & { endpoint: typeof projectPush.models | typeof projectPush.devices }) => {
  const projectId = useProjectId(fixed)
  return <RemoteSelect {...field} multiple endpoint={endpoint} input={{ projectId }} disabled={projectId === undefined} />
}

interface ProjectPushFormProps {
  row: ProjectPushRow | undefined
  /** On the page of an endpoint. */
  endpointId: number | undefined
  onClose: () => void
}

/** Creates or edits which events of a project go to an endpoint. */
export default function ProjectPushForm({ row, endpointId, onClose }: ProjectPushFormProps) {
  const { t } = useTranslation('project-push')
  const words = t(($) => $.form, { returnObjects: true })
  const fixed = row?.projectId
  const fields = [
    {
      name: 'eventTypes',
      hint: words.events,
      options: chosenPushEvents.map((value) => ({ value, label: enumLabel('pushEvent', value) })),
    },
    { name: 'modelIds', hint: words.models, control: <InProject fixed={fixed} endpoint={projectPush.models} /> },
    { name: 'deviceIds', hint: words.devices, control: <InProject fixed={fixed} endpoint={projectPush.devices} /> },
    { name: 'delayS', hint: words.delay },
  ] as const
  if (row) {
    const { id, version, eventTypes, models, devices, delayS } = row
    return (
      <FormDialog
        drawer
        endpoint={projectPush.update}
        title={t(($) => $.edit)}
        initial={{ eventTypes, modelIds: models.map((one) => one.id), deviceIds: devices.map((one) => one.id), delayS }}
        hidden={{ id, version }}
        fields={fields}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      drawer
      endpoint={projectPush.create}
      title={t(($) => $.create)}
      initial={{ delayS: 0 }}
      hidden={endpointId === undefined ? {} : { endpointId }}
      fields={[
        { name: 'projectId', source: endpoints.project.select },
        ...(endpointId === undefined
          ? [{ name: 'endpointId' as const, hint: words.endpoint, control: <EndpointChoice fixed={undefined} /> }]
          : []),
        ...fields,
      ]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={words.start} />
    </FormDialog>
  )
}
