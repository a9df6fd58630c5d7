import { VideoCameraAddOutlined } from '@ant-design/icons'
import { limits } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { MediaPicker } from './media-picker.tsx'
import { Videos } from './videos.tsx'

interface VideoPickerProps {
  most: number
  value: readonly string[]
  onChange: (ids: string[]) => void
}

const megabytes = limits.videoBytes / 1_048_576

/** Picks short videos, unchanged, because a browser cannot make them smaller. One that is too large is refused before it is sent. */
export const VideoPicker = ({ most, value, onChange }: VideoPickerProps) => {
  const { t } = useTranslation('alarm-detail')
  const prepare = async (file: File) =>
    file.size <= limits.videoBytes ? file : t(($) => $.videos.tooLarge, { name: file.name, megabytes })
  return (
    <MediaPicker
      most={most}
      accept="video/mp4,video/webm"
      icon={<VideoCameraAddOutlined aria-hidden />}
      add={t(($) => $.videos.add)}
      tooMany={(name) => t(($) => $.videos.tooMany, { name, most })}
      purpose="video"
      prepare={prepare}
      value={value}
      onChange={onChange}
      Shown={Videos}
    />
  )
}
