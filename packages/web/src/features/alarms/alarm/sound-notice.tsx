import { DownOutlined, MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { unlockSound } from './alarm-sound.ts'
import { useSoundOn } from './sound-switch.tsx'
import type { Sounding } from './use-sounding.ts'

/** Minutes to choose from for a temporary mute. */
const muteMinutes = [5, 15, 60] as const

/** Whether there is sound, why not, and how to change it. */
export const SoundNotice = ({ sounding: { state, able, lesser, mute } }: { sounding: Sounding }) => {
  const { t } = useTranslation('alarm')
  const [, set] = useSoundOn()
  const switchOn = () => {
    set(true)
    void unlockSound()
  }
  if (state === 'ringing' || lesser)
    return (
      <span className="ew-queue-mute">
        <button type="button" className="ew-button" onClick={() => mute()}>
          <MutedOutlined aria-hidden /> {t(($) => $.queue.mute)}
        </button>
        <Dropdown
          trigger={['click']}
          placement="topRight"
          menu={{
            items: [
              ...muteMinutes.map((count) => ({
                key: count,
                label: t(($) => $.queue.muteMinutes, { count }),
                onClick: () => mute(count),
              })),
              { key: 'until', label: t(($) => $.queue.muteUntil), onClick: () => mute() },
            ],
          }}
        >
          <button type="button" className="ew-button" aria-label={t(($) => $.queue.muteFor)} title={t(($) => $.queue.muteFor)}>
            <DownOutlined aria-hidden />
          </button>
        </Dropdown>
      </span>
    )
  return (
    <>
      {state === 'muted' && able === 'ready' && (
        <span className="ew-queue-muted">
          <MutedOutlined aria-hidden /> {t(($) => $.queue.muted)}
        </span>
      )}
      {able === 'unavailable' && (
        <strong className="ew-queue-silent" role="status">
          {t(($) => $.sound.unavailable)}
        </strong>
      )}
      {(able === 'locked' || able === 'off') && (
        <>
          <strong className="ew-queue-silent" role="status">
            {able === 'locked' ? t(($) => $.sound.locked) : t(($) => $.sound.silent)}
          </strong>
          <button type="button" className="ew-button ew-primary" onClick={switchOn}>
            <SoundOutlined aria-hidden /> {t(($) => $.sound.switchOn)}
          </button>
        </>
      )}
    </>
  )
}
