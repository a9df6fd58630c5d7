import { Watermark as Mark } from 'antd'
import { memo } from 'react'
import { viewersZone } from '../i18n/viewers-zone.ts'
import { formatTime } from '../kit/time.tsx'
import { useNow } from '../kit/clock.tsx'
import { useMe } from '../session/me.tsx'

/** Rendered again only when its text changes. */
const Words = memo(({ who, time }: { who: string; time: string }) => (
  <Mark
    className="ew-watermark"
    content={[who, time]}
    font={{ color: 'rgba(128, 128, 128, 0.16)', fontSize: 14 }}
    gap={[120, 120]}
  >
    <div className="ew-watermark-page" data-watermark={`${who} ${time}`} aria-hidden />
  </Mark>
))

/**
 * Name, account and time to the minute across every page, if the company wants it. It is above everything and takes no clicks.
 */
export default function Watermark() {
  const { name, account, issuer } = useMe().user
  const time = formatTime(useNow(), viewersZone).slice(0, 16)
  return <Words who={issuer === null ? `${name} ${account}` : `${issuer} → ${name} ${account}`} time={time} />
}
