import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { stringifySearch } from '../../kit/search-params.ts'
import { AlarmCard } from './alarm-card.tsx'
import { alarmListPath, placeOf, typeName } from './alarm-labels.ts'
import type { WaitingSite } from './queued-alarm.ts'
import { visibleAlarms, maxSites } from './queue-view.ts'
import { dismissLesser, setFolded, useQueue } from './queue.store.ts'
import { SoundNotice } from './sound-notice.tsx'
import type { Sounding } from './use-sounding.ts'
import './alarm-queue.css'

/** The page, dialogs and drawers end above the queue: nothing is hidden under it, and nothing dims it. */
const useRoom = () => {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const root = document.documentElement
    const watcher = new ResizeObserver(([entry]) => {
      root.style.setProperty('--ew-queue', `${Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`)
    })
    if (section.current) watcher.observe(section.current)
    return () => {
      watcher.disconnect()
      root.style.removeProperty('--ew-queue')
    }
  }, [])
  return section
}

const Site = ({ site: { name, alarms } }: { site: WaitingSite }) => {
  const { t } = useTranslation('alarm')
  const shown = visibleAlarms(alarms)
  const more = alarms.length - shown.length
  const place = name ?? t(($) => $.noProject)
  return (
    <section className="ew-queue-site" aria-label={place}>
      <h3>
        <span>{place}</span>
        <span className="ew-queue-number">{alarms.length}</span>
      </h3>
      <ul>
        {shown.map((alarm) => (
          <AlarmCard key={alarm.id} alarm={alarm} />
        ))}
      </ul>
      {more > 0 && (
        <a href={`#${alarmListPath}${stringifySearch({ state: 'unconfirmed', keyword: name })}`}>
          {t(($) => $.queue.moreHere, { count: more })}
        </a>
      )}
    </section>
  )
}

/** How many are waiting, as text: "7 fires are waiting · 2 other alarms". */
const Count = ({ fires, others, atLeast }: { fires: number; others: number; atLeast: boolean }) => {
  const { t } = useTranslation('alarm')
  return (
    <h2 data-fire={fires > 0}>
      {fires > 0 && <span aria-hidden>◆ </span>}
      {fires === 1
        ? t(($) => $.queue.fire)
        : fires > 1
          ? t(($) => $.queue.fires, { count: fires, more: atLeast ? '+' : '' })
          : null}
      {fires > 0 && others > 0 && ' · '}
      {others > 0 && t(($) => $.queue.others, { count: others })}
    </h2>
  )
}

export interface AlarmQueueProps {
  sites: readonly WaitingSite[]
  /** More are waiting than the console has details of. */
  atLeast: boolean
  sounding: Sounding
}

/** The waiting alarms, docked at the bottom of every page: by site, oldest fire first. */
export const AlarmQueue = ({ sites, atLeast, sounding }: AlarmQueueProps) => {
  const { t } = useTranslation('alarm')
  const { latest, waiting, folded } = useQueue()
  const section = useRoom()
  const fires = sites.reduce((sum, site) => sum + site.fires, 0)
  const others = waiting.size - fires
  const empty = waiting.size === 0
  const last = latest && waiting.get(latest.id)
  const label = folded ? t(($) => $.queue.unfold) : t(($) => $.queue.fold)
  return (
    <section
      ref={section}
      className="ew-queue"
      aria-label={t(($) => $.queue.region)}
      data-fires={fires}
      data-sound={sounding.state}
      data-folded={folded || empty}
    >
      <header>
        {!empty && <Count fires={fires} others={others} atLeast={atLeast} />}
        {folded && last && (
          <span className="ew-queue-latest" data-alarm-id={last.id}>
            {t(($) => $.queue.latest, { type: typeName(last), place: placeOf(last, t) })}
          </span>
        )}
        <span className="ew-spacer" />
        <SoundNotice sounding={sounding} />
        {fires === 0 && others > 0 && (
          <button
            type="button"
            className="ew-plain"
            aria-label={t(($) => $.queue.dismiss)}
            title={t(($) => $.queue.dismiss)}
            onClick={dismissLesser}
          >
            <CloseOutlined />
          </button>
        )}
        {!empty && (
          <>
            <a className="ew-button" href={`#${alarmListPath}?state=unconfirmed`}>
              {t(($) => $.queue.list)}
            </a>
            <button
              type="button"
              className="ew-plain ew-queue-fold"
              aria-label={label}
              title={label}
              aria-expanded={!folded}
              onClick={() => setFolded(!folded)}
            >
              {folded ? <UpOutlined /> : <DownOutlined />}
            </button>
          </>
        )}
      </header>
      {!folded && !empty && (
        <div className="ew-queue-sites">
          {sites.slice(0, maxSites).map((site) => (
            <Site key={site.name} site={site} />
          ))}
          {sites.length > maxSites && (
            <a href={`#${alarmListPath}?state=unconfirmed`}>{t(($) => $.queue.moreSites, { count: sites.length - maxSites })}</a>
          )}
        </div>
      )}
    </section>
  )
}
