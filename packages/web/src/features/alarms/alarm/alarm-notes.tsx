import { alarmPhotos, alarmVideos, endpoints, type AlarmDetail } from '@emberwatch/contract'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { PreciseTime } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { Photos } from '../../base/file/photos.tsx'
import { PhotoPicker } from './media-picker.tsx'
import { VideoPicker, Videos } from './videos.tsx'

const notes = endpoints.alarmNote

const AddNote = ({ alarmId }: { alarmId: number }) => {
  const { t } = useTranslation('alarm-detail')
  const id = useId()
  const run = useRunWrite()
  const [text, setText] = useState('')
  const [photos, setPhotos] = useState<string[]>([])
  const [videos, setVideos] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const empty = text.trim() === '' && photos.length + videos.length === 0
  const add = async () => {
    setBusy(true)
    try {
      await run(notes.add, { id: alarmId, text: text.trim(), photos, videos })
      setText('')
      setPhotos([])
      setVideos([])
      toast.success(t(($) => $.notes.added))
    } catch {
      // The call has shown its failure, and the text is kept.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="ew-alarm-add-note">
      <label htmlFor={id}>{t(($) => $.notes.write)}</label>
      <Input.TextArea
        id={id}
        value={text}
        maxLength={1000}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="ew-alarm-pickers">
        <PhotoPicker most={alarmPhotos} value={photos} onChange={setPhotos} />
        <VideoPicker most={alarmVideos} value={videos} onChange={setVideos} />
      </div>
      <span className="ew-alarm-note-buttons">
        <Button type="primary" loading={busy} disabled={empty} onClick={() => void add()}>
          {t(($) => $.notes.add)}
        </Button>
        <small className="ew-muted">{empty ? t(($) => $.notes.needs) : t(($) => $.notes.stays)}</small>
      </span>
    </div>
  )
}

/** Notes, photos and videos added to the alarm. None of them can ever be changed or deleted. */
export const AlarmNotes = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm-detail')
  const can = useCan()
  const query = useCall(notes.list, { id: alarm.id }, { quiet: true })
  return (
    <section className="ew-panel" aria-label={t(($) => $.notes.title)}>
      <h2>{t(($) => $.notes.title)}</h2>
      {can('alarm:note') && <AddNote alarmId={alarm.id} />}
      {query.isError && <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />}
      {!query.data && !query.isError && <ListSkeleton rows={2} />}
      {query.data?.length === 0 && <p className="ew-muted">{t(($) => $.notes.empty)}</p>}
      <ol className="ew-alarm-made">
        {query.data?.map((note) => (
          <li key={note.id}>
            <PreciseTime value={note.at} />
            <strong>{note.by}</strong>
            {note.text !== '' && <p className="ew-alarm-text">{note.text}</p>}
            {note.photos.length > 0 && <Photos ids={note.photos} />}
            {note.videos.length > 0 && <Videos ids={note.videos} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
