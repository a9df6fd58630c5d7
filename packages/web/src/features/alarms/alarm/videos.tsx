import { CloseOutlined, PlayCircleOutlined, VideoCameraAddOutlined } from '@ant-design/icons'
import { endpoints, limits } from '@emberwatch/contract'
import { Alert, Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readBlob, saveBlob } from '../../../api/files.ts'
import { ListSkeleton } from '../../../kit/list/list-states.tsx'
import { MediaPicker } from './media-picker.tsx'

/** A stored video, fetched with the token, which a <video> cannot send; kept only while it is open. */
const useVideo = (id: string) => {
  const [video, setVideo] = useState<{ blob: Blob; url: string }>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const closed = new AbortController()
    let url: string | undefined
    readBlob(endpoints.file.read, { id }, { quiet: true, signal: closed.signal }).then(
      (blob) => {
        if (closed.signal.aborted) return
        url = URL.createObjectURL(blob)
        setVideo({ blob, url })
      },
      (error: unknown) => {
        if (!closed.signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
      },
    )
    return () => {
      closed.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [id])
  return { video, problem }
}

const Player = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation('alarm-detail')
  const { video, problem } = useVideo(id)
  const [unplayable, setUnplayable] = useState(false)
  if (problem !== undefined) return <Alert type="error" showIcon title={problem} />
  if (!video) return <ListSkeleton rows={3} />
  const ending = video.blob.type === 'video/webm' ? 'webm' : 'mp4'
  return (
    <>
      {unplayable ? (
        <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.videos.unplayable)} />
      ) : (
        // Videos filmed at an alarm have no captions.
        <video
          className="ew-photo-full"
          src={video.url}
          controls
          autoPlay
          muted
          playsInline
          aria-label={name}
          onError={() => setUnplayable(true)}
        />
      )}
      <Button onClick={() => saveBlob(video.blob, `${id}.${ending}`)}>{t(($) => $.videos.save)}</Button>
    </>
  )
}

interface VideosProps {
  ids: readonly string[]
  onRemove?: (id: string) => void
}

/** Stored videos, each read and played when it is opened. */
export const Videos = ({ ids, onRemove }: VideosProps) => {
  const { t } = useTranslation('alarm-detail')
  const [open, setOpen] = useState<string>()
  const nameOf = (id: string) => t(($) => $.videos.one, { number: ids.indexOf(id) + 1 })
  return (
    <>
      <ul className="ew-alarm-videos">
        {ids.map((id) => (
          <li key={id}>
            <Button icon={<PlayCircleOutlined aria-hidden />} onClick={() => setOpen(id)}>
              {nameOf(id)}
            </Button>
            {onRemove && (
              <Button
                type="text"
                icon={<CloseOutlined aria-hidden />}
                aria-label={t(($) => $.videos.remove, { number: ids.indexOf(id) + 1 })}
                onClick={() => onRemove(id)}
              />
            )}
          </li>
        ))}
      </ul>
      {open !== undefined && ids.includes(open) && (
        <Modal open centered footer={null} width={960} title={nameOf(open)} onCancel={() => setOpen(undefined)}>
          <Player id={open} name={nameOf(open)} />
        </Modal>
      )}
    </>
  )
}

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
