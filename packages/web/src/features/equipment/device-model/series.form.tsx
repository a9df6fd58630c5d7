import { endpoints, limits, type DeviceSeriesRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { UploadField } from '../../../kit/form/upload-field.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'

const deviceSeries = endpoints.deviceSeries
const imageTypes = ['.png', '.jpg', '.jpeg', '.gif'] as const

/** Creates or edits a series. */
export default function SeriesForm({ row, onClose }: { row?: DeviceSeriesRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('device-model')
  const image = (
    <UploadField
      image
      purpose="deviceImage"
      accept={imageTypes}
      most={limits.imageBytes}
      label={fieldLabel('image')}
      hint={t(($) => $.series.imageHint)}
    />
  )
  const fields = [
    'name',
    'code',
    'category',
    'network',
    { name: 'image', control: image },
    'manufacturer',
    'certificateNo',
    'certificateExpires',
    'serviceYears',
  ] as const
  const shared = { drawer: true, fields, onClose } as const
  if (!row) return <FormDialog {...shared} endpoint={deviceSeries.create} title={t(($) => $.series.create)} />
  const { id, version, name, code, category, network, manufacturer, ...rest } = row
  const { certificateNo, certificateExpires, serviceYears } = rest
  return (
    <FormDialog
      {...shared}
      endpoint={deviceSeries.update}
      title={t(($) => $.series.edit)}
      initial={{
        name,
        code,
        category,
        network,
        manufacturer,
        ...withoutNulls({ image: row.image, certificateNo, certificateExpires, serviceYears }),
      }}
      hidden={{ id, version }}
    />
  )
}
