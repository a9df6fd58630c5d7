import { CameraOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Photos } from '../../base/file/photos.tsx'
import { MediaPicker } from './media-picker.tsx'
import { shrinkPhoto } from './shrink-photo.ts'

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
      prepare={async (file) => (await shrinkPhoto(file)) ?? t(($) => $.photos.unreadable, { name: file.name })}
      id={id}
      value={value}
      onChange={onChange}
      Shown={Photos}
    />
  )
}
