import { endpoints, healthWarnings, type InputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { useNow } from '../../../kit/clock.tsx'
import { useConnection } from '../../../live/live.ts'
import { ageOf as ageAt, freshnessOf } from './freshness.ts'
import type { OpenAlarms } from '../../alarms/alarm/open-alarms.ts'

const { largeScreen } = endpoints

/** A province or project, or everything. */
export type Place = InputOf<typeof largeScreen.figures>

/** Live events refetch the figures at once; these are for what no event reports, and show that the server still answers (ms). */
const figuresMs = 10_000
const mapMs = 30_000
const slowMs = 60_000

export const useFigures = (place: Place) =>
  useCall(largeScreen.figures, place, { quiet: true, keepPrevious: true, refetchInterval: figuresMs })
export const useStatistics = (place: Place) =>
  useCall(largeScreen.statistics, place, { quiet: true, keepPrevious: true, refetchInterval: slowMs })
export const useScreenMap = () => useCall(largeScreen.map, {}, { quiet: true, refetchInterval: mapMs })
export const useScreenDuty = () => useCall(largeScreen.duty, {}, { quiet: true, refetchInterval: slowMs })

export interface Freshness {
  readonly state: 'loading' | 'live' | 'old' | 'hidden'
  readonly seconds: number
  readonly reasons: readonly string[]
}

interface Read {
  readonly data: unknown
  readonly dataUpdatedAt: number
  readonly isError: boolean
}

/** How old what the screen shows is, and why. Only the present counts as healthy. */
export const useFreshness = (open: OpenAlarms, figures: Read, map: Read): Freshness => {
  const { t } = useTranslation('large-screen')
  const shell = useTranslation().t
  const { connection, lastActivityAt, problems } = useConnection()
  const now = useNow()
  const isLoading = open.list === undefined || figures.data === undefined
  const ageOf = (at: number) => ageAt(at, now)
  // The map is read less often. One that cannot be read at all shows no projects.
  const mapAge = map.data === undefined ? 0 : ageOf(map.dataUpdatedAt) - mapMs
  const readAge = Math.max(ageOf(open.updatedAt), ageOf(figures.dataUpdatedAt), mapAge)
  const serious = problems.filter((problem) => !healthWarnings.includes(problem))
  const { state, isCut, isUnread, seconds } = freshnessOf({
    isLoading,
    isFailed: open.failed !== undefined || figures.isError || map.isError,
    readAge,
    isLive: connection === 'live',
    silence: ageOf(lastActivityAt),
    hasProblems: serious.length > 0,
  })
  const reasons = [
    ...(isCut && connection !== 'connecting' ? [t(($) => $.noConnection)] : []),
    ...(isUnread ? [t(($) => $.figuresOld)] : []),
    ...serious.map((problem) => shell(($) => $.health.problems[problem])),
  ]
  return { state, seconds, reasons: isLoading && open.failed !== undefined ? [...reasons, open.failed] : reasons }
}
