import { endpoints, type AlarmRow } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readBlob } from '../../../api/files.ts'
import { useCall } from '../../../api/hooks.ts'
import { ActionBar } from '../../../kit/actions.tsx'
import { useSteady } from '../../../kit/steady.ts'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { useAlarmActions } from '../../alarms/alarm/alarm-actions.tsx'
import { placeOf, typeName } from '../../alarms/alarm/alarm-labels.ts'

/** What the specification names for the card; the rest is on the alarm's page. */
const onCard: ReadonlySet<string> = new Set(['confirm', 'deal', 'misreport', 'repair'])

/** A stored photo or video, read with the session, and released when another is shown: the screen runs for weeks. */
const useMedia = (id: string | undefined): string | undefined => {
  const [shown, setShown] = useState<{ id: string; url: string }>()
  useEffect(() => {
    if (id === undefined) return
    const left = new AbortController()
    let url: string | undefined
    readBlob(endpoints.file.read, { id }, { quiet: true, signal: left.signal }).then(
      (blob) => {
        if (left.signal.aborted) return
        url = URL.createObjectURL(blob)
        setShown({ id, url })
      },
      () => undefined,
    )
    return () => {
      left.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [id])
  return shown?.id === id ? shown?.url : undefined
}

/** The newest video of the alarm's notes, or else the newest photo. */
const Media = ({ alarmId }: { alarmId: number }) => {
  const { t } = useTranslation('large-screen')
  const notes = useCall(endpoints.alarmNote.list, { id: alarmId }, { quiet: true }).data
  const video = notes?.flatMap(({ videos }) => videos)[0]
  const photo = notes?.flatMap(({ photos }) => photos)[0]
  const url = useMedia(video ?? photo)
  if (url === undefined) return null
  const label = t(($) => $.media)
  return (
    <div className="ew-screen-media">
      {video === undefined ? (
        <img src={url} alt={label} />
      ) : (
        <video src={url} aria-label={label} autoPlay muted loop playsInline controls />
      )}
    </div>
  )
}

/** The chosen alarm with what can be done about it. It stays the same while somebody points at it. */
export const ChosenAlarm = ({ row, onTouch }: { row: AlarmRow | undefined; onTouch: (id: number) => void }) => {
  const { t } = useTranslation('large-screen')
  const words = useTranslation('alarm').t
  const can = useCan()
  const { actionsOf, dialogs } = useAlarmActions()
  const place = row && placeOf(row, words)
  const card = useSteady<HTMLElement>(`${row?.id} ${row?.state}`)
  return (
    <section
      ref={card}
      className="ew-screen-block ew-screen-chosen"
      aria-label={t(($) => $.chosen)}
      onPointerMove={() => row && onTouch(row.id)}
    >
      {row === undefined ? (
        <p className="ew-screen-none">{t(($) => $.choose)}</p>
      ) : (
        <>
          <h2 title={`${typeName(row)} ${row.code}`}>
            {typeName(row)} <small>{row.code}</small>
          </h2>
          <p title={place}>{place}</p>
          <dl>
            <dt>{t(($) => $.first)}</dt>
            <dd>
              <Time value={row.firstAt} zone={row.timeZone} />
            </dd>
            <dt>{t(($) => $.repeats)}</dt>
            <dd>{row.repeatCount}</dd>
            <dt>{t(($) => $.source)}</dt>
            <dd>{row.sourceActive ? t(($) => $.active) : t(($) => $.restored)}</dd>
          </dl>
          <div className="ew-screen-actions">
            <ActionBar actions={actionsOf(row, 'detail').filter(({ key }) => onCard.has(key))} />
          </div>
          {can('alarm:view') && <Media key={row.id} alarmId={row.id} />}
        </>
      )}
      {dialogs}
    </section>
  )
}
