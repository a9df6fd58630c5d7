import { useTranslation } from 'react-i18next'
import { PreciseTime } from '../../../kit/time.tsx'

interface DeviceTimeProps {
  readonly deviceTime: string | null
  /** What was sent as the time, if it cannot be read as one. */
  readonly sentTime: string | null
  /** What could not be understood of the report, as words separated by spaces. */
  readonly problem: string | null
}

/** What a device's clock said, and whether that is doubtful: it cannot be read, lies too far back, or had not come yet. */
export const DeviceTime = ({ deviceTime, sentTime, problem }: DeviceTimeProps) => {
  const { t } = useTranslation('alarm')
  const isDoubtful = problem !== null && problem.split(' ').includes('time')
  return (
    <>
      {sentTime ?? <PreciseTime value={deviceTime} />}
      {isDoubtful && <span className="ew-muted"> {t(($) => $.page.doubtfulTime)}</span>}
    </>
  )
}
