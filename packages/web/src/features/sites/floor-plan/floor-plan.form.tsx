import { endpoints, limits, type FloorPlanRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { UploadField } from '../../../kit/form/upload-field.tsx'

const floorPlan = endpoints.floorPlan

interface FloorPlanFormProps {
  row: FloorPlanRow | undefined
  projectId: number
  onClose: () => void
  onSaved?: (id: number) => void
}

/** Uploads the drawing of a floor, or replaces one. */
export default function FloorPlanForm({ row, projectId, onClose, onSaved }: FloorPlanFormProps) {
  const { t } = useTranslation('floor-plan')
  const fields = [
    'building',
    'floor',
    {
      name: 'image',
      control: (
        <UploadField
          purpose="floorPlan"
          accept={['.png', '.jpg', '.jpeg']}
          most={limits.floorPlanBytes}
          megapixels={limits.imageMegapixels}
          hint={t(($) => $.imageHint, { size: limits.floorPlanBytes / 1_048_576, pixels: limits.imageMegapixels })}
          label={t(($) => $.image)}
          image
        />
      ),
    },
  ] as const
  if (row) {
    const { id, version, building, floor, image } = row
    return (
      <FormDialog
        endpoint={floorPlan.update}
        title={t(($) => $.edit)}
        initial={{ building, floor, image }}
        hidden={{ id, version }}
        fields={fields}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      endpoint={floorPlan.create}
      title={t(($) => $.create)}
      hidden={{ projectId }}
      fields={fields}
      onSaved={({ id }) => onSaved?.(id)}
      onClose={onClose}
    />
  )
}
