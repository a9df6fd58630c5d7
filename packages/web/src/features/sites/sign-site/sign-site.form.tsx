import { endpoints, type SignSiteRow } from '@emberwatch/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { MapPoint } from '../../../kit/map/map-point.tsx'
import { positionRule, type PositionDraft } from '../../../kit/map/position.ts'

const signSite = endpoints.signSite

interface PlaceProps {
  id?: string
  value?: PositionDraft | null
  onChange?: (value: PositionDraft | undefined) => void
}

/** The position, surrounded by the radius entered in the form. */
const Place = (props: PlaceProps) => {
  const { t } = useTranslation('sign-site')
  const radius: unknown = Form.useWatch('radiusM')
  return <MapPoint {...props} label={t(($) => $.placeMap)} radiusM={typeof radius === 'number' ? radius : undefined} />
}

/** Creates or edits a sign-in address. A new one may be for a given project. */
export default function SignSiteForm({
  row,
  projectId,
  onClose,
}: {
  row: SignSiteRow | undefined
  projectId?: number | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('sign-site')
  const fields = [
    'name',
    'address',
    { name: 'floor', label: t(($) => $.form.floor) },
    { name: 'position', control: <Place />, rules: [positionRule(row?.position)] },
    { name: 'radiusM', hint: t(($) => $.form.radiusHint) },
    { name: 'tagCode', hint: t(($) => $.form.tagHint) },
  ] as const
  if (row) {
    const { id, version, name, address, floor, position, radiusM, tagCode } = row
    return (
      <FormDialog
        drawer
        width={640}
        endpoint={signSite.update}
        title={t(($) => $.edit)}
        initial={withoutNulls({ name, address, floor, position, radiusM, tagCode })}
        hidden={{ id, version }}
        fields={fields}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={signSite.create}
      title={t(($) => $.create)}
      initial={{ radiusM: 200, ...(projectId === undefined ? {} : { projectId }) }}
      fields={[{ name: 'projectId', source: endpoints.project.select, hint: t(($) => $.form.projectHint) }, ...fields]}
      onClose={onClose}
    />
  )
}
