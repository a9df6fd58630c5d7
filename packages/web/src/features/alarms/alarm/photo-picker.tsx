import { CameraOutlined } from '@ant-design/icons'
import { limits } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { shrinkPhoto } from '../../../kit/shrink-photo.ts'
import { Photos } from '../../base/file/photos.tsx'
import { MediaPicker } from './media-picker.tsx'

/** A photo within the size that can be stored (specification section 5: 1 MB). Phones produce five times as much. */
const storable = (file: File): Promise<File | undefined> => {
  const isLight = file.size <= limits.imageBytes && /^image\/(png|jpeg|gif)$/.test(file.type)
  return shrinkPhoto(file, limits.imageBytes, (pixels) => isLight && pixels <= limits.imageMegapixels * 1e6)
}

interface PhotoPickerProps {
  most: number
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

/** Picks photos, scaled down so that they can be stored. */
export const PhotoPicker = ({ most, id, value = [], onChange }: PhotoPickerProps) => {
  const { t } = useTranslation('alarm-detail')
  return (
    <MediaPicker
      most={most}
      accept="image/png,image/jpeg,image/gif"
      icon={<CameraOutlined aria-hidden />}
      add={t(($) => $.photos.add)}
      tooMany={(name) => t(($) => $.photos.tooMany, { name, most })}
      purpose="photo"
      prepare={async (file) => (await storable(file)) ?? t(($) => $.photos.unreadable, { name: file.name })}
      id={id}
      value={value}
      onChange={onChange}
      Shown={Photos}
    />
  )
}
